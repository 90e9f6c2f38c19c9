/** Which of an app's keys signed a proof, once oidc-provider found that one of them did. */

import { constants, createPublicKey, type JsonWebKey, type VerifyKeyObjectInput, verify } from 'node:crypto'
import { algorithmsOf, type ProofAlgorithm, type PublicKey } from '@countersign/contract/app-keys.ts'

type Header = { alg?: unknown; kid?: unknown }

/** A proof need not name its key. Then the same signature is looked at again, where more than one could have made it. */
export function keyThatSigned(keys: PublicKey[], { alg, kid }: Header, proof: string): PublicKey | undefined {
  const fitting = keys.filter(
    (key) => (typeof kid !== 'string' || key.kid === kid) && algorithmsOf(key).some((each) => each === alg),
  )
  if (fitting.length < 2) return fitting[0]
  return fitting.find((key) => isSignedBy(key, alg as ProofAlgorithm, proof)) // one of those that fit
}

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

function isSignedBy({ kid: _, alg: __, ...material }: PublicKey, alg: ProofAlgorithm, proof: string): boolean {
  const end = proof.lastIndexOf('.')
  const key: VerifyKeyObjectInput = {
    key: createPublicKey({ key: material as JsonWebKey, format: 'jwk' }), // each is one
    ...(material.kty === 'EC' ? { dsaEncoding: 'ieee-p1363' as const } : {}),
    ...(alg === 'PS256' ? PSS : {}),
  }
  const digest = material.kty === 'OKP' ? null : alg === 'ES384' ? 'sha384' : 'sha256'
  return verify(digest, Buffer.from(proof.slice(0, end)), key, Buffer.from(proof.slice(end + 1), 'base64url'))
}
