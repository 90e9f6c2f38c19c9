import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { Provider } from 'oidc-provider'

/** A failure means that an update of oidc-provider changed what overrides.ts replaces: read the new code first. */
describe('oidc-provider, before it is changed,', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { Client, RefreshToken } = new Provider('https://id.example', {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['unused'] },
    features: { devInteractions: { enabled: false } },
  })
  const sourceOf = (method: unknown) => String(method).replace(/\s+/g, ' ')

  test('compares a client secret with the stored text', () => {
    const { compareClientSecret } = Client.prototype
    assert.equal(
      sourceOf(compareClientSecret),
      'compareClientSecret(actual) { return constantEquals(this.clientSecret, actual, 1000); }',
    )
  })

  test('gives each refresh token a random ID when it is stored', () => {
    const { generateTokenId } = RefreshToken.prototype as unknown as Record<string, unknown> // missing in its types
    assert.equal(sourceOf(generateTokenId), 'generateTokenId() { return opaque.generateTokenId(provider, this); }')
  })
})
