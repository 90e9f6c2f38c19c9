import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { createSigningKey } from './signing-key.ts'

/** Some hundred of them: every second number begins with a zero to be dropped, one in 256 has one too few. */
test('an ECDSA signature is 64 bytes and verifies', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = createSigningKey({ kid: 'one', alg: 'ES256', privateJwk: privateKey.export({ format: 'jwk' }) })
  for (let count = 0; count < 1500; count++) {
    const data = Buffer.from(`token ${count}`)
    const signature = await key.sign(data)
    assert.equal(signature.length, 64)
    assert.ok(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature), `number ${count}`)
  }
})

test('an RSA signature verifies', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = createSigningKey({ kid: 'two', alg: 'RS256', privateJwk: privateKey.export({ format: 'jwk' }) })
  assert.ok(verify('sha256', Buffer.from('token'), publicKey, await key.sign(Buffer.from('token'))))
})

test('a signing key exposes its public members only', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid, alg, use, kty, crv, x, y } = createSigningKey({
    kid: 'one',
    alg: 'ES256',
    privateJwk: privateKey.export({ format: 'jwk' }),
  })
  assert.deepEqual(
    { kid, alg, use, kty, crv, x, y },
    { kid: 'one', alg: 'ES256', use: 'sig', ...publicKey.export({ format: 'jwk' }) },
  )
})
