import assert from 'node:assert/strict'
import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import {
  checkRestored,
  countSignIns,
  expectSignedIn,
  REJECTION,
  walletRow,
} from '../../support/browser/family-sign-in.ts'
import { type FamilyWalletChoice, METAMASK_BITCOIN, UNISAT, XVERSE } from '../../support/browser/family-wallets.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectPoliteMessage,
  expectStatus,
  expectText,
  type TestUser,
} from '../../support/browser/test-user.ts'
import { chip, notices, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })

/** The requests that open a window. */
async function readPrompts(user: TestUser, { id }: FamilyWalletChoice): Promise<string[]> {
  return (await user.wallet(id).calledMethods()).filter((method) => /connect$|request|sign/i.test(method))
}

const TAPROOT: FamilyWalletChoice = {
  ...XVERSE,
  id: 'bip122:Taproot',
  name: 'Taproot',
  holds: ['ordinals'],
  shares: ['ordinals'],
}

const KINDS = [
  { wallet: METAMASK_BITCOIN, prompts: ['bitcoin:connect', 'bitcoin:signMessage'], account: 'bitcoin' },
  { wallet: XVERSE, prompts: ['wallet_connect', 'signMessage'], account: 'bitcoin' },
  { wallet: TAPROOT, prompts: ['wallet_connect', 'signMessage'], account: 'ordinals' },
  { wallet: UNISAT, prompts: ['requestAccounts', 'signMessage'], account: 'bitcoin' },
] as const

suite.testInBrowser(
  'signs in with Wallet Standard, btc_providers (P2WPKH and P2TR) and UniSat, with one prompt to connect and one to sign',
  { families: KINDS.map(({ wallet }) => wallet) },
  async (user) => {
    const { page, context, families } = user
    const { host } = new URL(suite.product.origin)
    for (const [index, { wallet, prompts, account }] of KINDS.entries()) {
      const { address } = families[account]
      await page.goto('/sign-in')
      await walletRow(page, wallet).click()
      await expectSignedIn(user, address)
      await expectStatus(page, chip.connected)
      assert.deepEqual(await readPrompts(user, wallet), prompts)
      assert.equal(countSignIns(user), index + 1)
      const text = user.messages.at(-1) ?? ''
      const start = `${host} wants you to sign in with your Bitcoin account:\n${address}\n`
      assert.ok(text.startsWith(start), text)
      await context.clearCookies()
    }
  },
)

const MUTATING: FamilyWalletChoice = { ...UNISAT, id: 'bip122:Mutating', appends: '\nPS: hello' }
const OTHER_SIGNER: FamilyWalletChoice = {
  ...METAMASK_BITCOIN,
  id: 'bip122:Switching',
  name: 'Switching',
  signsAs: 'otherBitcoin',
}

async function expectRefused({ page, context }: TestUser, code: ProblemCode, name: string): Promise<void> {
  await expectHeading(page, wordsForProblem(code, name).title)
  assert.equal(
    (await context.cookies()).some((cookie) => cookie.name === 'cs'),
    false,
  )
}

/** The account is switched while a signature is waiting; the late signature of the old account is dropped. */
async function switchWhileSigning(user: TestUser): Promise<void> {
  const { page, families } = user
  const xverse = user.wallet(XVERSE.id)
  await page.goto('/sign-in')
  await xverse.answer('signMessage', 'ask')
  await walletRow(page, XVERSE).click()
  await expectHeading(page, signIn.signTitle(XVERSE.name))
  await until(
    () => xverse.waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
  await xverse.switchAccounts([families.otherBitcoin.address])
  await expectPoliteMessage(page, notices.account_changed)
  await expectText(page, shortAddress(families.otherBitcoin.address))
  const before = { signIns: countSignIns(user), signed: families.signed.length }
  await xverse.approve()
  await until(
    () => families.signed.length,
    (signed) => signed > before.signed,
    'the old text is signed',
  )
  assert.equal(countSignIns(user), before.signIns)
  await xverse.answer('signMessage', 'approve')
  await clickButton(page, signIn.continueAs)
  await expectSignedIn(user, families.otherBitcoin.address)
}

suite.testInBrowser(
  'signs no one in when the wallet declines, changes the text or signs with another account',
  { families: [MUTATING, OTHER_SIGNER, XVERSE] },
  async (user) => {
    const { page, families } = user
    await page.goto('/sign-in')
    await user.wallet(XVERSE.id).answer('signMessage', REJECTION)
    await walletRow(page, XVERSE).click()
    await expectText(page, notices.declined_signature(XVERSE.name))
    assert.equal(countSignIns(user), 0)

    await page.goto('/sign-in')
    await walletRow(page, MUTATING).click()
    await expectRefused(user, 'signature_invalid', MUTATING.name)

    await page.goto('/sign-in')
    await walletRow(page, OTHER_SIGNER).click()
    await expectRefused(user, 'signature_invalid', OTHER_SIGNER.name)
    const find = 'SELECT address FROM wallet WHERE address IN (?, ?)'
    assert.deepEqual(suite.read(find, families.bitcoin.address, families.otherBitcoin.address), [])
    await switchWhileSigning(user)
  },
)

suite.testInBrowser(
  'restores the wallet without a prompt, shows another account, and keeps the session when the wallet is locked or disconnected',
  { families: [UNISAT] },
  (user) => {
    const { bitcoin, otherBitcoin } = user.families
    return checkRestored(user, { wallet: UNISAT, own: bitcoin.address, other: otherBitcoin.address, readPrompts })
  },
)
