import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { fakeStorage, settled } from '../../../test/support/fake-page.ts'
import { newBitcoinAccount } from '../../../test/support/families/bitcoin.ts'
import {
  type BitcoinWalletScript,
  createRpcBitcoinProvider,
  createStandardBitcoinWallet,
  createUniSat,
  rpcErrors,
  standardRejection,
} from '../../../test/support/wallets/bitcoin-wallets.ts'
import { bitcoinPage } from '../../../test/support/web/bitcoin-page.ts'
import { registerWallet } from '../../../test/support/web/fake-family.ts'
import { type FlowOptions, openFlow } from '../../../test/support/web/fake-flow.ts'

const segwit = newBitcoinAccount('p2wpkh')
const taproot = newBitcoinAccount('p2tr')
const nested = newBitcoinAccount('p2sh_p2wpkh')
const legacy = newBitcoinAccount('p2pkh', 'legacy')
const TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'

async function sign(text: string, address: string): Promise<string> {
  const account = [segwit, taproot, legacy].find((each) => each.address === address)
  return account ? (await account.sign(text)).signature : (await segwit.sign(text)).signature
}

const toBytes = (signature: string) => Uint8Array.from(Buffer.from(signature.replace('smp', ''), 'base64'))

/** A page with one wallet of each kind. */
const kinds = {
  'Wallet Standard': (script: BitcoinWalletScript) => {
    const fake = createStandardBitcoinWallet({ encode: toBytes, ...script }, sign)
    return { fake, id: 'bip122:MetaMask', rejection: standardRejection, installed: { registered: [fake.wallet] } }
  },
  btc_providers: (script: BitcoinWalletScript) => {
    const fake = createRpcBitcoinProvider(script, sign)
    const entry = { id: 'XverseProviders', name: 'Xverse', provider: fake.provider }
    const switchAccounts = (accounts: BitcoinWalletScript['accounts']) => {
      fake.core.accounts = accounts
      fake.emit('accountChange', { type: 'accountChange', addresses: accounts })
    }
    const installed = { providers: [entry] }
    return { fake: { ...fake, switchAccounts }, id: 'bip122:Xverse', rejection: rpcErrors.rejected, installed }
  },
  UniSat: (script: BitcoinWalletScript) => {
    const fake = createUniSat(script, sign)
    return { fake, id: 'bip122:UniSat', rejection: standardRejection, installed: { unisat: fake.unisat } }
  },
}

type Script = Partial<BitcoinWalletScript>

async function openPage(kind: keyof typeof kinds, script: Script = {}, options: FlowOptions = {}) {
  const wallet = kinds[kind]({ accounts: [{ address: segwit.address, purpose: 'payment' }], ...script })
  const flow = await openFlow({ ...options, ...bitcoinPage(wallet.installed) })
  await settled()
  return { ...flow, ...wallet }
}

const recent = (id: string) => fakeStorage({ 'cs.recent': JSON.stringify([{ id, name: 'Wallet', away: false }]) })

for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
  describe(kind, () => {
    test('one click connects, signs and signs in', async () => {
      const page = await openPage(kind)
      page.signIn.choose(page.id)
      await settled()
      assert.deepEqual(page.screens, ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in'])
      const [sent] = page.sent
      assert.ok(sent)
      const { signature, message, namespace, account } = sent.proof
      assert.equal(namespace, 'bip122')
      assert.equal(account, `bip122:${BITCOIN_MAINNET}:${segwit.address}`)
      assert.match(message, /^id\.example wants you to sign in with your Bitcoin account:\nbc1q/)
      assert.match(message, /\nChain ID: mainnet\n/)
      assert.equal(signature.replace('smp', ''), (await sign(message, segwit.address)).replace('smp', ''))
    })

    test('a rejected connection is a notice', async () => {
      const page = await openPage(kind, { prompts: { connect: 'ask' } })
      page.signIn.choose(page.id)
      await settled()
      page.fake.reject(page.rejection)
      await settled()
      const view = page.signIn.getView()
      assert.equal(view.screen === 'choosing' && view.notice?.kind, 'declined_connect')
    })

    test('a rejected signature is a notice', async () => {
      const page = await openPage(kind, { prompts: { sign: 'ask' } })
      page.signIn.choose(page.id)
      await settled()
      page.fake.reject(page.rejection)
      await settled()
      const view = page.signIn.getView()
      assert.equal(view.screen === 'connected' && view.notice?.kind, 'declined_signature')
      assert.deepEqual(page.sent, [])
    })

    test('an account switch ends the request, and its signature is never sent', async () => {
      const page = await openPage(kind, { prompts: { sign: 'ask' } })
      page.signIn.choose(page.id)
      await settled()
      page.fake.switchAccounts([{ address: taproot.address }])
      await settled()
      const view = page.signIn.getView()
      assert.equal(view.screen === 'connected' && view.account.address, taproot.address)
      page.fake.approve()
      await settled()
      assert.deepEqual(page.sent, [])
    })

    test('a late approval asks to continue, and never signs', async () => {
      const page = await openPage(kind, { prompts: { connect: 'ask' } })
      page.signIn.choose(page.id)
      await settled()
      page.signIn.cancel()
      page.fake.approve()
      await settled()
      const view = page.signIn.getView()
      assert.equal(view.screen === 'connected' && view.notice?.kind, 'late_answer')
      assert.equal(
        page.fake.methods().some((method) => /signMessage$/.test(method)),
        false,
      )
    })

    test('restores the connection without a prompt', async () => {
      const { id } = kinds[kind]({ accounts: [] })
      const page = await openPage(kind, { permitted: true }, { localStorage: recent(id) })
      const view = page.signIn.getView()
      assert.equal(view.screen === 'connected' && view.account.address, segwit.address)
      assert.deepEqual(
        page.fake.methods().filter((method) => /onnect$|requestAccounts/.test(method)),
        [],
      )
    })

    test('restores nothing without permission', async () => {
      const { id } = kinds[kind]({ accounts: [] })
      const page = await openPage(kind, {}, { localStorage: recent(id) })
      assert.equal(page.signIn.getView().screen, 'choosing')
    })

    test('disconnects', async () => {
      const page = await openPage(kind)
      await page.wallets.connect(page.id)
      await page.wallets.disconnect()
      await settled()
      assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
      assert.equal(page.fake.core.permitted, false)
    })

    for (const [address, code] of [
      [TESTNET, 'network_unsupported'],
      [P2WSH, 'address_unsupported'],
    ] as const) {
      test(`says ${code} for ${address.slice(0, 4)} addresses and asks for no signature`, async () => {
        const page = await openPage(kind, { accounts: [{ address }] })
        page.signIn.choose(page.id)
        await settled()
        assert.deepEqual([page.problem()?.code, page.problem()?.remedy], [code, 'other_wallet'])
        assert.equal(
          page.fake.methods().some((method) => /signMessage$/.test(method)),
          false,
        )
      })
    }

    test('says that P2SH is not supported when the wallet cannot sign for it', async () => {
      const page = await openPage(kind, { accounts: [{ address: nested.address }] })
      page.signIn.choose(page.id)
      await settled()
      assert.equal(page.problem()?.code, 'address_unsupported')
      assert.deepEqual(page.sent, [])
    })

    test('sends no garbage', async () => {
      const page = await openPage(kind, { encode: () => ({ signature: 'none' }) })
      page.signIn.choose(page.id)
      await settled()
      assert.equal(page.problem()?.code, 'wallet/bad_signature_format')
      assert.deepEqual(page.sent, [])
    })

    test('sends a signature in hex as base64', async () => {
      const page = await openPage(kind, { encode: (text) => Buffer.from(toBytes(text)).toString('hex') })
      page.signIn.choose(page.id)
      await settled()
      const [sent] = page.sent
      assert.ok(sent)
      const { signature, message } = sent.proof
      assert.equal(signature, (await sign(message, segwit.address)).replace('smp', ''))
    })
  })
}

const bothAddresses = [
  { address: taproot.address, purpose: 'ordinals' },
  { address: segwit.address, purpose: 'payment' },
]

test('starts with the payment address, and "Use another account" goes through the others', async () => {
  const page = await openPage('btc_providers', { accounts: bothAddresses })
  await page.wallets.connect(page.id)
  await settled()
  const addressInUse = () => {
    const view = page.signIn.getView()
    return view.screen === 'connected' && view.account.address
  }
  assert.equal(addressInUse(), segwit.address)
  page.signIn.useOtherAccount()
  await settled()
  assert.equal(addressInUse(), taproot.address)
  page.signIn.useOtherAccount()
  await settled()
  assert.equal(addressInUse(), segwit.address)
  page.signIn.useOtherAccount()
  await settled()
  page.signIn.continue()
  await settled()
  assert.equal(page.sent[0]?.proof.account, `bip122:${BITCOIN_MAINNET}:${taproot.address}`)
  assert.deepEqual(page.fake.methods().filter((method) => method === 'wallet_connect').length, 1)
})

test('uses the address that is allowed', async () => {
  const allows = ({ address }: { address: string }) => address === taproot.address
  const page = await openPage('btc_providers', { accounts: bothAddresses }, { allows })
  page.signIn.choose(page.id)
  await settled()
  const view = page.signIn.getView()
  assert.equal(view.screen === 'connected' && view.account.address, taproot.address)
})

test('says where to switch when the wallet shares one address', async () => {
  const page = await openPage('Wallet Standard')
  await page.wallets.connect(page.id)
  page.signIn.useOtherAccount()
  await settled()
  const view = page.signIn.getView()
  assert.equal(view.screen === 'connected' && view.notice?.kind, 'switch_in_wallet')
})

test('restores a wallet that shares its accounts a moment after the page is loaded', async () => {
  const fake = createStandardBitcoinWallet({ accounts: [{ address: segwit.address }] }, sign)
  const localStorage = recent('bip122:MetaMask')
  const flow = await openFlow({ ...bitcoinPage({ registered: [fake.wallet] }), localStorage })
  await settled()
  assert.deepEqual(flow.wallets.getConnection(), { status: 'disconnected' })
  fake.permit(true)
  await settled()
  assert.equal(flow.wallets.getConnection().status, 'connected')
  assert.deepEqual(fake.methods(), [])
})

test('a P2PKH address signs in with a legacy signature', async () => {
  const page = await openPage('UniSat', { accounts: [{ address: legacy.address }] })
  page.signIn.choose(page.id)
  await settled()
  const [sent] = page.sent
  assert.ok(sent)
  assert.equal(sent.proof.signature, (await legacy.sign(sent.proof.message)).signature)
})

test('a network switch in UniSat disconnects', async () => {
  const fake = createUniSat({ accounts: [{ address: segwit.address }] }, sign)
  const flow = await openFlow(bitcoinPage({ unisat: fake.unisat }))
  await settled()
  await flow.wallets.connect('bip122:UniSat')
  fake.switchChain('FRACTAL_BITCOIN_MAINNET')
  await settled()
  assert.deepEqual(flow.wallets.getConnection(), { status: 'disconnected' })
})

test('a wallet that is registered and in btc_providers is listed once', async () => {
  const script = { accounts: [{ address: segwit.address }] }
  const { wallet } = createStandardBitcoinWallet({ ...script, name: 'Xverse' }, sign)
  const { provider } = createRpcBitcoinProvider(script, sign)
  const providers = [{ id: 'XverseProviders', name: 'Xverse', provider }]
  for (const registered of [[wallet], []]) {
    const flow = await openFlow(bitcoinPage({ registered, providers }))
    await flow.timers.advance(300)
    registerWallet(flow.env.window, wallet)
    await flow.timers.advance(1000)
    assert.deepEqual(flow.names(), ['Xverse'])
  }
})
