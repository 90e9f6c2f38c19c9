import { after, before, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { proofErrors } from '@countersign/contract/error/route-errors.ts'
import { type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { newFamilyAccount } from '../../../../test/support/families/new-family-account.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { setNamespaces } from '../../../../test/support/server/settings.ts'
import { sha256 } from '../../platform/crypto/hash.ts'

// An address and a signature are wrong in one way at a time.
const ADDRESS: readonly ErrorCode[] = ['address_invalid', 'address_unsupported']
const SIGNATURE: readonly ErrorCode[] = [
  'signature_malformed',
  'signature_unsupported',
  'network_not_configured',
  'signature_invalid',
]

// Only of a challenge for a phone.
const PHONE: readonly ErrorCode[] = ['phone_not_approved', 'phone_not_allowed']

type Mode = { mode?: 'one_step' }
type WrongProof = {
  /** Codes that no proof of the family yields. */
  never: ErrorCode[]
  network?: string
  invalidAddress: (address: string) => string
  unsupportedAddress?: string
  malformed: (signature: string) => string
  unsupported?: string
}

const FAMILIES: Record<Namespace, WrongProof> = {
  eip155: {
    never: ['network_unsupported', 'address_unsupported', 'signature_unsupported'],
    invalidAddress: (address) => address.toLowerCase(),
    malformed: (signature) => signature.slice(0, -1),
  },
  solana: {
    never: ['address_unsupported', 'signature_unsupported', 'network_not_configured'],
    network: 'devnet',
    invalidAddress: () => '11111111111111111111111111111111',
    malformed: (signature) => signature.slice(0, -4),
  },
  bip122: {
    never: ['network_not_configured'],
    network: 'testnet',
    invalidAddress: (address) => address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
    unsupportedAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    malformed: (signature) => `${signature}=`,
    unsupported: 'pofAA==',
  },
}

forDefaultEngine('a proof with several errors', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function sendWrongProof(namespace: Namespace, wrong: Set<ErrorCode>, mode: Mode) {
    const family = FAMILIES[namespace]
    const browser = openBrowser(server)
    const account = newFamilyAccount(namespace)
    const challenge = await browser.challenge(wrong.has('purpose_not_allowed') ? 'recover' : 'sign_in')
    const address = wrongAddress(family, wrong, account.address)
    let message = writeMessage(messageFor(challenge, { ...account, address }))
    if (wrong.has('domain_mismatch')) message = message.replace('localhost:3000', 'evil.example')
    if (wrong.has('statement_mismatch')) message = message.replace('. Signing is', ', and signing is')
    if (wrong.has('nonce_mismatch')) message = message.replace(challenge.nonce, 'abcdefgh')
    if (wrong.has('network_unsupported')) message = message.replace('Chain ID: mainnet', `Chain ID: ${family.network}`)
    if (wrong.has('message_malformed')) message += '\n'
    if (wrong.has('challenge_used')) await spend(challenge)
    if (wrong.has('challenge_expired')) server.clock.now += CHALLENGE_TTL_MS
    const signer = wrong.has('signature_invalid') ? newFamilyAccount(namespace) : account
    const signature = wrongSignature(family, wrong, (await signer.sign(message)).signature)
    const token = wrong.has('challenge_unknown') ? 'made.up' : challenge.token
    const sender = wrong.has('challenge_other_browser') ? openBrowser(server) : browser
    const named = `${namespace}:${account.chain}:${address}`
    const proof = { namespace, challenge: token, account: named, message, signature, ...mode }
    const allowed = namespaces.filter((each) => each !== namespace || !wrong.has('family_not_allowed'))
    await setNamespaces(server, allowed)
    return sender.post('/api/sessions', { proof, keep: true })
  }

  function spend({ nonce, expiresAt }: { nonce: string; expiresAt: string }): Promise<number> {
    const insert =
      'INSERT INTO spent_challenge (nonce_hash, proof_hash, session_id, spent_at, expires_at) VALUES (?, ?, ?, ?, ?)'
    return changeRows(server, insert, sha256(nonce), sha256('x'), 'ses', 0, Date.parse(expiresAt))
  }

  for (const namespace of namespaces) {
    const codes = proofErrors.filter((code) => !PHONE.includes(code) && !FAMILIES[namespace].never.includes(code))
    for (const [index, code] of codes.entries()) {
      const wrong = new Set(withLater(code, codes.slice(index + 1)))
      test(`of ${namespace} is rejected for the first error: ${code}`, async () => {
        expectProblem(await sendWrongProof(namespace, wrong, {}), code)
      })
      test(`of ${namespace} is rejected for the same error when the wallet wrote the message: ${code}`, async () => {
        expectProblem(await sendWrongProof(namespace, wrong, { mode: 'one_step' }), code)
      })
    }
  }
})

function withLater(code: ErrorCode, later: readonly ErrorCode[]): ErrorCode[] {
  if (SIGNATURE.includes(code)) return [code]
  const address = ADDRESS.includes(code) ? [] : ADDRESS.slice(0, 1)
  const others = later.filter((each) => !SIGNATURE.includes(each) && !ADDRESS.includes(each))
  return [code, ...others, ...address, 'signature_invalid']
}

function wrongAddress(family: WrongProof, wrong: Set<ErrorCode>, address: string): string {
  if (wrong.has('address_unsupported')) return family.unsupportedAddress ?? address
  return wrong.has('address_invalid') ? family.invalidAddress(address) : address
}

function wrongSignature(family: WrongProof, wrong: Set<ErrorCode>, signature: string): string {
  if (wrong.has('network_not_configured')) return `${signature}00`
  if (wrong.has('signature_unsupported')) return family.unsupported ?? signature
  return wrong.has('signature_malformed') ? family.malformed(signature) : signature
}
