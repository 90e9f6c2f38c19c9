import { after, before, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/errors.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import { proofErrors } from '@countersign/contract/route-errors.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { sha256 } from '../../platform/crypto/hash.ts'

// A signature is wrong in one way at a time.
const SIGNATURE: ErrorCode[] = ['signature_malformed', 'network_not_configured', 'signature_invalid']

type Mode = { mode?: 'one_step' }

forDefaultEngine('a proof with several errors', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function sendWrongSignature(wrong: Set<ErrorCode>, mode: Mode) {
    const browser = openBrowser(server)
    const account = newAccount()
    const challenge = await browser.challenge(wrong.has('purpose_not_allowed') ? 'setup' : 'sign_in')
    const address = wrong.has('address_invalid') ? account.address.toLowerCase() : account.address
    let message = writeMessage(messageFor(challenge, { namespace: 'eip155', chain: '1', address }))
    if (wrong.has('domain_mismatch')) message = message.replace('localhost:3000', 'evil.example')
    if (wrong.has('statement_mismatch')) message = message.replace('. Signing is', ', and signing is')
    if (wrong.has('nonce_mismatch')) message = message.replace(challenge.nonce, 'abcdefgh')
    if (wrong.has('message_malformed')) message += '\n'
    if (wrong.has('challenge_used')) await spend(challenge)
    if (wrong.has('challenge_expired')) server.clock.now += CHALLENGE_TTL_MS
    const signer = wrong.has('signature_invalid') ? newAccount() : account
    let signature: string = await signer.signMessage({ message })
    if (wrong.has('network_not_configured')) signature += '00'
    if (wrong.has('signature_malformed')) signature = signature.slice(0, -1)
    const token = wrong.has('challenge_unknown') ? 'made.up' : challenge.token
    const sender = wrong.has('challenge_other_browser') ? openBrowser(server) : browser
    const proof = { namespace: 'eip155', challenge: token, account: `eip155:1:${address}`, message, signature, ...mode }
    return sender.post('/api/sessions', { proof, keep: true })
  }

  function spend({ nonce, expiresAt }: { nonce: string; expiresAt: string }): Promise<number> {
    const insert =
      'INSERT INTO spent_challenge (nonce_hash, proof_hash, session_id, spent_at, expires_at) VALUES (?, ?, ?, ?, ?)'
    return changeRows(server, insert, sha256(nonce), sha256('x'), 'ses', 0, Date.parse(expiresAt))
  }

  for (const [index, code] of proofErrors.entries()) {
    const later = proofErrors.slice(index).filter((other) => other === code || !SIGNATURE.includes(other))
    const wrong = SIGNATURE.includes(code) ? [code] : [...later, 'signature_invalid' as const]
    test(`is rejected for the first error: ${code}`, async () => {
      expectProblem(await sendWrongSignature(new Set(wrong), {}), code)
    })
    test(`is rejected for the same error when the wallet wrote the message: ${code}`, async () => {
      expectProblem(await sendWrongSignature(new Set(wrong), { mode: 'one_step' }), code)
    })
  }
})
