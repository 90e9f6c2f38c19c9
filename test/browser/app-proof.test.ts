import assert from 'node:assert/strict'
import { recoverMessageAddress } from 'viem'
import { interaction } from '../../web/src/words/interaction.ts'
import { startAppSite } from '../support/app-site.ts'
import { type Guest, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { meta, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { signIn, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const SCOPES = ['openid', 'wallet', 'wallet_proof']

type WalletProof = { message: string; signature: `0x${string}` }

/** The wallet shows what it is to sign. */
const asked = (guest: Guest) =>
  until(
    () => meta(guest).waiting(),
    (waiting) => waiting.includes('personal_sign'),
    'the wallet is asked',
  )

play(
  'an app that asks for wallet_proof gets a new signature for each request',
  { wallets: [{ ...PERMITTED, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page, account, other } = guest
    const name = 'The Extraordinarily Long Ledger of Documentation and Planning'
    const app = await startAppSite(site, { name, scopes: SCOPES })
    app.welcome(guest)
    await site.enter(guest, 'member', '/wallets/help')
    await app.ask(page)
    await see(page, interaction.claims.walletProofText)
    await press(page, interaction.allow)
    await seeHeading(page, `${interaction.proveTitle} ${app.name}`)
    await meta(guest).switchAccounts([other.address])
    await see(page, interaction.proveOther)
    await inspect(page, 'signing for an app with another account')
    await meta(guest).switchAccounts([account.address])
    await press(page, interaction.proveSign)
    await asked(guest)
    await meta(guest).reject()
    await see(page, stepUp.declined('MetaMask'))
    await press(page, interaction.proveSign)
    await asked(guest)
    await meta(guest).approve()
    const { wallet, wallet_proof } = await app.claims(await app.answer(page))
    const { message, signature } = wallet_proof as WalletProof // checked by what follows
    assert.equal(wallet, `eip155:0:${account.address}`)
    assert.equal(await recoverMessageAddress({ message, signature }), account.address)
    assert.equal(guest.messages.at(-1), message)
    assert.match(message, /Ledger/)

    await app.ask(page)
    await press(page, signIn.continueWith('MetaMask'))
    await asked(guest)
    await meta(guest).approve()
    const again = await app.claims(await app.answer(page))
    assert.notEqual((again.wallet_proof as WalletProof).message, message)
    await app.ask(page, { prompt: 'none' })
    assert.equal((await app.answer(page)).get('error'), 'interaction_required')
  },
)
