import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { checkIdToken, type Expected } from './check-id-token.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256')
const JWKS = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }
const VALID = { iss: 'https://id.example/oidc', aud: 'client', nonce: 'n', exp: 101, sub: 's' }
const EXPECTED: Expected = { issuer: VALID.iss, clientId: 'client', alg: 'ES256', nonce: 'n', now: 100_999 }

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signToken = (claims: Record<string, unknown>, kid = 'k') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)

/** The signature stays that of the original header and claims. */
async function forgeToken(header: object, claims: object = VALID): Promise<string> {
  const [, , signature] = (await signToken(VALID)).split('.')
  return `${encode(header)}.${encode(claims)}.${signature}`
}

test('accepts an ID token that matches the request', async () => {
  assert.deepEqual(await checkIdToken(await signToken(VALID), JWKS, EXPECTED), { problem: null, claims: VALID })
})

test('names what is wrong with an ID token', async () => {
  const problemOf = async (token: string, jwks: object = JWKS) => (await checkIdToken(token, jwks, EXPECTED)).problem
  assert.equal(await problemOf(await forgeToken({ alg: 'none', kid: 'k' })), 'alg')
  assert.equal(await problemOf(await forgeToken({ alg: 'RS256', kid: 'k' })), 'alg')
  assert.equal(await problemOf(await signToken(VALID, 'other')), 'kid')
  assert.equal(await problemOf(await signToken(VALID), {}), 'kid')
  assert.equal(await problemOf(await forgeToken({ alg: 'ES256', kid: 'k' }, { ...VALID, sub: 'else' })), 'signature')
  assert.equal(await problemOf(await signToken({ ...VALID, iss: 'https://evil.example' })), 'iss')
  assert.equal(await problemOf(await signToken({ ...VALID, aud: 'other' })), 'aud')
  assert.equal(await problemOf(await signToken({ ...VALID, nonce: 'other' })), 'nonce')
  assert.equal(await problemOf(await signToken({ ...VALID, exp: 100 })), 'exp')
  assert.equal(await problemOf(await signToken({ ...VALID, exp: undefined })), 'exp')
  assert.equal(await problemOf('nonsense'), 'format')
})

test('returns the claims of an ID token it rejects', async () => {
  const claims = { ...VALID, aud: 'other' }
  assert.deepEqual(await checkIdToken(await signToken(claims), JWKS, EXPECTED), { problem: 'aud', claims })
})
