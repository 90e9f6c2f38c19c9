import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { SigningKey } from './signing-key.ts'

/** Many, since every second integer has a sign byte and one in 256 is shorter than 32 bytes. */
test('an ECDSA signature is 64 bytes and verifies', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = new SigningKey({ kid: 'one', alg: 'ES256', privateJwk: privateKey.export({ format: 'jwk' }) })
  for (let count = 0; count < 1500; count++) {
    const data = Buffer.from(`token ${count}`)
    const signature = await key.sign(data)
    assert.equal(signature.length, 64)
    assert.ok(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature), `number ${count}`)
  }
})

test('an RSA signature verifies', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = new SigningKey({ kid: 'two', alg: 'RS256', privateJwk: privateKey.export({ format: 'jwk' }) })
  assert.ok(verify('sha256', Buffer.from('token'), publicKey, await key.sign(Buffer.from('token'))))
})

test('a signing key exposes its public members only', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid, alg, use, kty, crv, x, y } = new SigningKey({
    kid: 'one',
    alg: 'ES256',
    privateJwk: privateKey.export({ format: 'jwk' }),
  })
  assert.deepEqual(
    { kid, alg, use, kty, crv, x, y },
    { kid: 'one', alg: 'ES256', use: 'sig', ...publicKey.export({ format: 'jwk' }) },
  )
})
