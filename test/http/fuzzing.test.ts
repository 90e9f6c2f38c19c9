import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { families, namespaces } from '@countersign/contract/family/family.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { countRows } from '../support/database/rows.ts'
import { newBitcoinAccount } from '../support/families/bitcoin.ts'
import { type FamilyAccount, proveAs } from '../support/families/family-account.ts'
import { newFamilyAccount } from '../support/families/new-family-account.ts'
import { newSolanaAccount } from '../support/families/solana.ts'
import { createRandom } from '../support/seeded-random.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { expectStarted } from '../support/server/responses.ts'
import { startServer, type TestServer } from '../support/server/server.ts'

const ODD_VALUES = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\0',
  '\ud800',
  '𝕏',
  [],
  {},
  [[]],
  '0x',
  'x'.repeat(300),
  '__proto__',
]

forDefaultEngine('fuzzing', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  for (const namespace of namespaces)
    test(`random values are rejected as invalid, never with an internal error: ${families[namespace].name}`, async () => {
      const browser = openBrowser(server)
      const proof: Proof = {
        ...(await proveAs(await browser.challenge(), newFamilyAccount(namespace))),
        wallet: { name: 'n', rdns: 'r' },
      }
      const rows = await countRows(server)
      let address = 0
      for (const field of ['namespace', 'challenge', 'account', 'message', 'signature', 'envelope'] as const) {
        for (const value of ODD_VALUES) {
          const headers = { 'x-forwarded-for': `10.99.${address >> 8}.${address++ & 255}` }
          const response = await browser.post(
            '/api/sessions',
            { proof: { ...proof, [field]: value }, keep: true },
            headers,
          )
          assert.ok(
            response.status >= 400 && response.status < 500,
            `${field} ${JSON.stringify(value)}: ${response.text}`,
          )
        }
      }
      for (const value of ODD_VALUES) {
        const headers = { 'x-forwarded-for': `10.98.0.${address++ & 255}` }
        const body = { proof: { ...proof, wallet: value }, keep: value }
        const response = await browser.post('/api/sessions', body, headers)
        assert.ok(response.status >= 400 && response.status < 500, `wallet ${JSON.stringify(value)}: ${response.text}`)
      }
      assert.deepEqual(await countRows(server), rows)
    })

  const solana = newSolanaAccount()
  const accounts: Record<string, FamilyAccount> = {
    Ethereum: newFamilyAccount('eip155'),
    Solana: solana,
    'a Solana hardware wallet': { ...solana, sign: (text) => solana.signEnvelope(text, 0) },
    'Bitcoin, simple': newBitcoinAccount('p2wpkh'),
    'Bitcoin, Taproot': newBitcoinAccount('p2tr'),
    'Bitcoin, full': newBitcoinAccount('p2sh_p2wpkh'),
    'Bitcoin, legacy': newBitcoinAccount('p2pkh', 'legacy'),
  }
  for (const [title, account] of Object.entries(accounts))
    test(`a single changed byte in a proof signs nobody in: ${title}`, async () => {
      const random = createRandom(7)
      const browser = openBrowser(server)
      const proof = await proveAs(await browser.challenge(), account)
      const rows = await countRows(server)
      const fields = (['challenge', 'account', 'message', 'signature', 'envelope'] as const).filter(
        (field) => proof[field] !== undefined,
      )
      for (let round = 0; round < 300; round++) {
        const field = random.pick(fields)
        const bytes = Buffer.from(proof[field] ?? '')
        const at = random.below(bytes.length)
        // Hex is read in either case, so only another digit is another signature.
        const isHex = account.namespace === 'eip155' && field === 'signature' && at > 1
        const flipped = isHex ? '0123456789abcdef'.charCodeAt(random.below(16)) : 32 + random.below(95)
        if (bytes[at] === flipped) continue
        bytes[at] = flipped
        const headers = { 'x-forwarded-for': `10.97.${round >> 8}.${round & 255}` }
        const body = { proof: { ...proof, [field]: bytes.toString('latin1') }, keep: true }
        const response = await browser.post('/api/sessions', body, headers)
        assert.ok(response.status >= 400 && response.status < 500, `${field} at ${at}: ${response.text}`)
      }
      assert.deepEqual(await countRows(server), rows)
      expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    })
})
