import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { type Asked, readIdToken } from './check-id-token.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const JWKS = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' }] }
const GOOD = { iss: 'https://id.example/oidc', aud: 'client', nonce: 'n', exp: 101, sub: 's' }
const ASKED: Asked = { issuer: GOOD.iss, app: { idTokenAlg: 'ES256', clientId: 'client' }, nonce: 'n', now: 100_999 }

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function token(claims: object, header: object = { alg: 'ES256', kid: 'k' }): string {
  const signed = `${part(header)}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

test('an ID token that fits what was asked is believed', () => {
  assert.deepEqual(readIdToken(token(GOOD), JWKS, ASKED), { problem: null, claims: GOOD })
})

test('an ID token that does not fit is refused for what does not', () => {
  const problemOf = (given: string, jwks: Record<string, unknown> = JWKS) => readIdToken(given, jwks, ASKED).problem
  assert.equal(problemOf(token(GOOD, { alg: 'none', kid: 'k' })), 'alg')
  assert.equal(problemOf(token(GOOD, { alg: 'RS256', kid: 'k' })), 'alg')
  assert.equal(problemOf(token(GOOD, { alg: 'ES256', kid: 'other' })), 'kid')
  assert.equal(problemOf(token(GOOD), {}), 'kid')
  const [head, , signature] = token(GOOD).split('.')
  assert.equal(problemOf(`${head}.${part({ ...GOOD, sub: 'else' })}.${signature}`), 'signature')
  assert.equal(problemOf(token({ ...GOOD, iss: 'https://evil.example' })), 'iss')
  assert.equal(problemOf(token({ ...GOOD, aud: 'other' })), 'aud')
  assert.equal(problemOf(token({ ...GOOD, nonce: 'other' })), 'nonce')
  assert.equal(problemOf(token({ ...GOOD, exp: 100 })), 'exp')
  assert.equal(problemOf(token({ ...GOOD, exp: undefined })), 'exp')
  assert.equal(problemOf('nonsense'), 'alg')
})
