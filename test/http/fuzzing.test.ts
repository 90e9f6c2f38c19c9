import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { families, namespaces } from '@countersign/contract/family/family.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { countRows } from '../support/database/rows.ts'
import { newBitcoinAccount } from '../support/families/bitcoin.ts'
import { type FamilyAccount, proveAs } from '../support/families/family-account.ts'
import { newFamilyAccount } from '../support/families/new-family-account.ts'
import { newSolanaAccount } from '../support/families/solana.ts'
import { newAccount, openBrowser, signIn } from '../support/server/http-browser.ts'
import { expectStarted } from '../support/server/responses.ts'
import { startServer, type TestServer } from '../support/server/server.ts'

/** A seeded random generator (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

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
        const field = fields[random(fields.length)] ?? 'message'
        const bytes = Buffer.from(proof[field] ?? '')
        const at = random(bytes.length)
        // Hex is read in either case, so only another digit is another signature.
        const isHex = account.namespace === 'eip155' && field === 'signature' && at > 1
        const flipped = isHex ? '0123456789abcdef'.charCodeAt(random(16)) : 32 + random(95)
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

  test('random cookies and headers cause no internal error', async () => {
    const random = createRandom(11)
    const randomText = () => Array.from({ length: random(60) }, () => String.fromCharCode(33 + random(94))).join('')
    for (let round = 0; round < 150; round++) {
      const headers = {
        cookie: `cs=${randomText()}; cs_pre=${randomText()}; cs=${randomText()};;=;${randomText()}`,
        'x-forwarded-for': `${randomText()}, ${randomText()}`,
        'user-agent': randomText(),
        'accept-encoding': randomText(),
        'if-none-match': randomText(),
        'idempotency-key': randomText(),
      }
      const paths = ['/api/session', '/home', '/api/public', `/${randomText().replaceAll('?', '')}`]
      const response = await openBrowser(server).call({ path: paths[round % paths.length] ?? '/', headers })
      assert.ok(response.status < 500, response.text)
    }
  })

  test('invalid HTTP closes that connection and no other', async () => {
    const port = Number(new URL(server.url).port)
    const garbage = [
      '\0\0\0\0',
      'GET\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    ]
    const smuggled =
      'POST /api/challenges HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x'
    for (const bytes of [...garbage, smuggled]) {
      const text = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1')
        let received = ''
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('close', () => resolve(received))
        socket.on('error', () => undefined)
        socket.write(bytes)
      })
      assert.match(text, /^(?:HTTP\/1\.1 4\d\d |$)/)
    }
    expectStarted(await signIn(openBrowser(server), newAccount()))
  })
})
