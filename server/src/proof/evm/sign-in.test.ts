import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { SIGNATURE_MAX_BYTES } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HALF = ORDER / 2n

type Parts = { r: bigint; s: bigint; v: number }

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const byte = (value: number) => value.toString(16).padStart(2, '0')
const joinParts = ({ r, s, v }: Parts) => `0x${word(r)}${word(s)}${byte(v)}`

function splitSignature(signature: string): Parts {
  return {
    r: BigInt(`0x${signature.slice(2, 66)}`),
    s: BigInt(`0x${signature.slice(66, 130)}`),
    v: Number.parseInt(signature.slice(130), 16),
  }
}

/** EIP-2098. */
function compactSignature({ r, s, v }: Parts): string {
  return `0x${word(r)}${word(s | (BigInt(v - 27) << 255n))}`
}

const ACCEPTED: Record<string, (parts: Parts) => string> = {
  'with v 27 or 28': joinParts,
  'with v 0 or 1': (parts) => joinParts({ ...parts, v: parts.v - 27 }),
  'in the compact form of EIP-2098': compactSignature,
  'in capitals': (parts) => `0x${joinParts(parts).slice(2).toUpperCase()}`,
}

const MAGIC_6492 = '6492'.repeat(16)
const MAGIC_8010 = '8010'.repeat(16)

const REFUSED: Record<string, [ErrorCode, (parts: Parts) => string]> = {
  'with the mirrored s': ['signature_malformed', ({ r, s, v }) => joinParts({ r, s: ORDER - s, v: 55 - v })],
  'with s just above half the order': ['signature_malformed', (parts) => joinParts({ ...parts, s: HALF + 1n })],
  'with the other parity': ['signature_invalid', (parts) => joinParts({ ...parts, v: 55 - parts.v })],
  'in the compact form with the other parity': [
    'signature_invalid',
    (parts) => compactSignature({ ...parts, v: 55 - parts.v }),
  ],
  'in the compact form with s above half the order': [
    'signature_malformed',
    ({ r }) => `0x${word(r)}7${'f'.repeat(63)}`,
  ],
  'with v 2': ['signature_malformed', (parts) => joinParts({ ...parts, v: 2 })],
  'with v 26': ['signature_malformed', (parts) => joinParts({ ...parts, v: 26 })],
  'with v 29': ['signature_malformed', (parts) => joinParts({ ...parts, v: 29 })],
  'with v 37 of an EIP-155 transaction': ['signature_malformed', (parts) => joinParts({ ...parts, v: 37 })],
  'with v 255': ['signature_malformed', (parts) => joinParts({ ...parts, v: 255 })],
  'with r zero': ['signature_malformed', (parts) => joinParts({ ...parts, r: 0n })],
  'with s zero': ['signature_malformed', (parts) => joinParts({ ...parts, s: 0n })],
  'with r equal to the order': ['signature_malformed', (parts) => joinParts({ ...parts, r: ORDER })],
  'with r above the order': ['signature_malformed', (parts) => joinParts({ ...parts, r: ORDER + 1n })],
  'with r of all ones': ['signature_malformed', (parts) => joinParts({ ...parts, r: (1n << 256n) - 1n })],
  'with s equal to the order': ['signature_malformed', (parts) => joinParts({ ...parts, s: ORDER })],
  'with r on no point of the curve': ['signature_invalid', (parts) => joinParts({ ...parts, r: 5n })],
  'with another s': ['signature_invalid', (parts) => joinParts({ ...parts, s: parts.s > 1n ? parts.s - 1n : 2n })],
  'of zeros': ['signature_malformed', () => `0x${'00'.repeat(65)}`],
  'of zeros with v 27': ['signature_malformed', () => `0x${'00'.repeat(64)}1b`],
  'that is empty': ['signature_malformed', () => ''],
  'of no bytes': ['signature_malformed', () => '0x'],
  'of one byte': ['signature_malformed', () => '0x1b'],
  'of 63 bytes': ['signature_malformed', (parts) => joinParts(parts).slice(0, 128)],
  'with an odd number of digits': ['signature_malformed', (parts) => joinParts(parts).slice(0, -1)],
  'with one digit too many': ['signature_malformed', (parts) => `${joinParts(parts)}0`],
  'without 0x': ['signature_malformed', (parts) => joinParts(parts).slice(2)],
  'with 0X': ['signature_malformed', (parts) => joinParts(parts).replace('0x', '0X')],
  'that is not hex': ['signature_malformed', () => `0x${'zz'.repeat(65)}`],
  'in base64': ['signature_malformed', (parts) => Buffer.from(joinParts(parts).slice(2), 'hex').toString('base64')],
  'with a space before it': ['signature_malformed', (parts) => ` ${joinParts(parts)}`],
  'with a line feed after it': ['signature_malformed', (parts) => `${joinParts(parts)}\n`],
  'of 66 bytes': ['network_not_configured', (parts) => `${joinParts(parts)}00`],
  repeated: ['network_not_configured', (parts) => joinParts(parts) + joinParts(parts).slice(2)],
  'wrapped as ERC-6492': ['network_not_configured', (parts) => joinParts(parts) + MAGIC_6492],
  'wrapped as ERC-8010': ['network_not_configured', (parts) => joinParts(parts) + MAGIC_8010],
  'of the largest size': ['network_not_configured', () => `0x${'ab'.repeat(SIGNATURE_MAX_BYTES)}`],
  'above the largest size': ['invalid_body', () => `0x${'ab'.repeat(SIGNATURE_MAX_BYTES)}ab`],
}

forDefaultEngine('signatures', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signInWithChange(change: (proof: Proof) => Proof) {
    const browser = openBrowser(server)
    const account = newAccount()
    const proof = change(await prove(await browser.challenge(), account))
    return { response: await browser.post('/api/sessions', { proof, keep: true }), account }
  }

  for (const [title, write] of Object.entries(ACCEPTED)) {
    test(`are accepted: ${title}`, async () => {
      const { response, account } = await signInWithChange((proof) => ({
        ...proof,
        signature: write(splitSignature(proof.signature)),
      }))
      assert.equal(expectStarted(response).session.wallet.account, `eip155:0:${account.address.toLowerCase()}`)
    })
  }

  for (const [title, [code, write]] of Object.entries(REFUSED)) {
    test(`are rejected without changing anything: ${title}`, async () => {
      const rows = await countRows(server)
      const { response } = await signInWithChange((proof) => ({
        ...proof,
        signature: write(splitSignature(proof.signature)),
      }))
      expectProblem(response, code)
      assert.deepEqual(await countRows(server), rows)
    })
  }

  test('by another key are rejected', async () => {
    const other = newAccount()
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    const signature = await other.signMessage({ message: proof.message })
    expectProblem(
      await browser.post('/api/sessions', { proof: { ...proof, signature }, keep: true }),
      'signature_invalid',
    )
  })

  test('of the text without its ERC-191 prefix are rejected', async () => {
    const account = newAccount()
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), account)
    const signature = await account.sign({ hash: `0x${Buffer.from(keccak256(proof.message)).toString('hex')}` })
    expectProblem(
      await browser.post('/api/sessions', { proof: { ...proof, signature }, keep: true }),
      'signature_invalid',
    )
  })

  test('are rejected for another account named in the proof', async () => {
    const other = newAccount()
    const accounts = [`eip155:1:${other.address}`, `eip155:0:${other.address}`]
    for (const account of accounts)
      expectProblem((await signInWithChange((proof) => ({ ...proof, account }))).response, 'message_malformed')
    const onAnotherChain = (proof: Proof) => ({ ...proof, account: proof.account.replace('eip155:1:', 'eip155:137:') })
    expectProblem((await signInWithChange(onAnotherChain)).response, 'message_malformed')
    const withLowercaseAddress = (proof: Proof) => ({ ...proof, account: proof.account.toLowerCase() })
    expectProblem((await signInWithChange(withLowercaseAddress)).response, 'message_malformed')
  })

  test('that recover to the zero address are rejected', async () => {
    const browser = openBrowser(server)
    const challenge = await browser.challenge()
    const address = `0x${'0'.repeat(40)}`
    const message = writeMessage(messageFor(challenge, { namespace: 'eip155', chain: '1', address }))
    const proof = { namespace: 'eip155', challenge: challenge.token, account: `eip155:1:${address}`, message }
    for (const signature of [`0x${'00'.repeat(64)}1b`, `0x${'ff'.repeat(64)}1b`])
      expectProblem(
        await browser.post('/api/sessions', { proof: { ...proof, signature }, keep: true }),
        'address_invalid',
      )
  })

  test('on another chain identify the same person', async () => {
    const account = newAccount()
    const people: string[] = []
    for (const chainId of [1, 137, Number.MAX_SAFE_INTEGER]) {
      const browser = openBrowser(server)
      const proof = await prove(await browser.challenge(), account, chainId)
      const started = expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
      assert.equal(started.session.wallet.account, `eip155:0:${account.address.toLowerCase()}`)
      people.push(started.me.id)
    }
    assert.equal(new Set(people).size, 1)
  })
})
