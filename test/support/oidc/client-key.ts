/** A key of a client and its signed assertions (private_key_jwt). Each part can be changed. */

import { constants, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { ProofAlgorithm } from '@countersign/contract/app/app-keys.ts'

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export type ClientKey = {
  kid: string
  publicJwk: JsonWebKey
  privateJwk: JsonWebKey
  /** Signs a JWT. */
  token(claims: object | string, header?: object): string
}

export function createClientKey(alg: ProofAlgorithm = 'ES256', kid: string = randomUUID()): ClientKey {
  const { publicKey, privateKey } = makePair(alg)
  return {
    kid,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid },
    privateJwk: { ...privateKey.export({ format: 'jwk' }), kid },
    token(claims, header = {}) {
      const content = `${encodeBase64Url({ alg, kid, ...header })}.${encodeBase64Url(claims)}`
      return `${content}.${signWith(alg, privateKey, content).toString('base64url')}`
    },
  }
}

export function jwkSetOf(...keys: ClientKey[]): string {
  return JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) })
}

type Site = { context: { config: { origin: string } } }

/** The claims of a valid client assertion. */
export function assertionClaims(server: Site, { app: { clientId } }: { app: { clientId: string } }) {
  const now = Math.floor(Date.now() / 1000)
  const aud = `${server.context.config.origin}/oidc`
  return { iss: clientId, sub: clientId, aud, jti: randomUUID() as string, iat: now, exp: now + 60 }
}

export function assertionForm(token: string): Record<string, string> {
  return { client_assertion_type: JWT_BEARER, client_assertion: token }
}

/** A string is encoded unchanged, to send what JSON.stringify cannot write. */
export function encodeBase64Url(value: object | string): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

function makePair(alg: ProofAlgorithm) {
  if (alg === 'RS256' || alg === 'PS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  if (alg === 'EdDSA' || alg === 'Ed25519') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('ec', { namedCurve: alg === 'ES256' ? 'P-256' : 'P-384' })
}

function signWith(alg: ProofAlgorithm, key: KeyObject, content: string): Buffer {
  const data = Buffer.from(content)
  if (alg === 'EdDSA' || alg === 'Ed25519') return sign(null, data, key)
  if (alg === 'RS256') return sign('sha256', data, key)
  if (alg === 'PS256') return sign('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
  return sign(alg === 'ES256' ? 'sha256' : 'sha384', data, { key, dsaEncoding: 'ieee-p1363' })
}
