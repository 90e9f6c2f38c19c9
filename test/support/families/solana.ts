/** Solana accounts that sign a text, or an off-chain message that holds it. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'
import { base58 } from '@scure/base'
import { currentTestFile } from '../test-file.ts'
import type { FamilyAccount, FamilySignature } from './family-account.ts'

export type SolanaAccount = Omit<FamilyAccount, 'sign'> & {
  namespace: 'solana'
  publicKey: Buffer
  /** The bare text. */
  sign(text: string): FamilySignature
  /** The off-chain message that holds the text. */
  signEnvelope(text: string, version: 0 | 1): Required<FamilySignature>
  /** Any bytes, base64. */
  signBytes(bytes: Uint8Array): string
}

/** The next account of this test file, the same in every run. */
export function newSolanaAccount(): SolanaAccount {
  const file = currentTestFile()
  file.accounts++
  return solanaAccount(createHash('sha256').update(`${file.path} ${file.accounts}`).digest())
}

export function solanaAccount(seed: Uint8Array): SolanaAccount {
  const key = importSeed(seed)
  const publicKey = exportPublicKey(key)
  const signBytes = (bytes: Uint8Array) => sign(null, bytes, key).toString('base64')
  return {
    namespace: 'solana',
    chain: SOLANA_MAINNET,
    address: base58.encode(publicKey),
    publicKey,
    sign: (text) => ({ signature: signBytes(Buffer.from(text)) }),
    signEnvelope(text, version) {
      const build = version === 0 ? buildEnvelopeV0 : buildEnvelopeV1
      const envelope = Buffer.from(build({ signer: publicKey, text }))
      return { signature: signBytes(envelope), envelope: envelope.toString('base64') }
    },
    signBytes,
  }
}

// The DER header of a 32-byte Ed25519 seed (RFC 8410).
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function importSeed(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

function exportPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}
