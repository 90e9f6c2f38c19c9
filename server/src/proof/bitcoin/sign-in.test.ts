import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import {
  type BitcoinType,
  SIGHASH_ALL,
  signLegacy,
  signToSign,
  writeFull,
  writeSimple,
} from '../../../../test/support/families/bip322.ts'
import { type BitcoinFormat, newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { proveAs } from '../../../../test/support/families/family-account.ts'
import { hostileSignatures } from '../../../../test/support/families/hostile-bitcoin-signatures.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const ACCEPTED: [type: BitcoinType, format: BitcoinFormat][] = [
  ['p2wpkh', 'simple'],
  ['p2wpkh', 'full'],
  ['p2tr', 'simple'],
  ['p2tr', 'full'],
  ['p2sh_p2wpkh', 'full'],
  ['p2pkh', 'full'],
  ['p2pkh', 'legacy'],
]

forDefaultEngine('Bitcoin signatures', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signIn(
    type: BitcoinType,
    change: (proof: Proof) => Proof | Promise<Proof>,
    account = newBitcoinAccount(type),
  ) {
    const browser = openBrowser(server)
    const proof = await change(await proveAs(await browser.challenge(), account))
    return browser.post('/api/sessions', { proof, keep: true })
  }

  for (const [type, format] of ACCEPTED)
    test(`sign in: ${type}, ${format}`, async () => {
      const account = newBitcoinAccount(type, format)
      const { session } = expectStarted(await signIn(type, (proof) => proof, account))
      assert.equal(session.wallet.account, `bip122:${BITCOIN_MAINNET}:${account.address}`)
    })

  test('sign in without a prefix', async () => {
    const withoutPrefix = (proof: Proof) => ({ ...proof, signature: proof.signature.replace('smp', '') })
    for (const type of ['p2wpkh', 'p2tr'] as const) expectStarted(await signIn(type, withoutPrefix))
  })

  test('sign in with SIGHASH_ALL of Taproot and with version 2', async () => {
    const account = newBitcoinAccount('p2tr')
    const withSighash = (proof: Proof) => {
      const signed = signToSign(account.key, proof.message, { sighash: SIGHASH_ALL })
      return { ...proof, signature: writeSimple(signed) }
    }
    expectStarted(await signIn('p2tr', withSighash, account))
    const withVersion = (proof: Proof) => {
      const signed = signToSign(account.key, proof.message, { transaction: { version: 2 } })
      return { ...proof, signature: writeFull(signed) }
    }
    expectStarted(await signIn('p2tr', withVersion, account))
  })

  for (const { title, type, code, write } of hostileSignatures())
    test(`are rejected without changing anything: ${title}`, async () => {
      const rows = await countRows(server)
      const account = newBitcoinAccount(type)
      const response = await signIn(
        type,
        async (proof) => ({ ...proof, signature: await write(account.key, proof.message) }),
        account,
      )
      expectProblem(response, code)
      assert.deepEqual(await countRows(server), rows)
    })

  test('are rejected for another address named in the proof', async () => {
    const { address } = newBitcoinAccount()
    const response = await signIn('p2wpkh', (proof) => ({ ...proof, account: `bip122:${BITCOIN_MAINNET}:${address}` }))
    expectProblem(response, 'message_malformed')
  })

  test('of an uncompressed key are rejected for the address of the compressed one', async () => {
    const account = newBitcoinAccount('p2pkh')
    const response = await signIn(
      'p2pkh',
      async (proof) => ({ ...proof, signature: await signLegacy(account.key.privateKey, proof.message, false) }),
      account,
    )
    expectProblem(response, 'signature_invalid')
  })

  test('are rejected when they are used again', async () => {
    const browser = openBrowser(server)
    const proof = await proveAs(await browser.challenge(), newBitcoinAccount('p2tr'))
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    const other = openBrowser(server)
    expectProblem(await other.post('/api/sessions', { proof, keep: true }), 'challenge_other_browser')
  })
})
