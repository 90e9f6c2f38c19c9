import assert from 'node:assert/strict'
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { test } from 'node:test'
import { KEY_SET_MAX, KEYS_PER_APP } from '../limits/app-limits.ts'
import { algorithmsOf, bitsOf, type KeyProblem, readKeySet } from './app-keys.ts'

const ec = createKeyPair('ec', { namedCurve: 'P-256' })
const ec384 = createKeyPair('ec', { namedCurve: 'P-384' })
const ed = createKeyPair('ed25519', {})
const rsa = createKeyPair('rsa', { modulusLength: 2048 })

function createKeyPair(type: 'ec' | 'ed25519' | 'rsa', options: object): { open: JsonWebKey; secret: JsonWebKey } {
  const { publicKey, privateKey } = generateKeyPairSync(type as 'ec', options as { namedCurve: string })
  return { open: publicKey.export({ format: 'jwk' }), secret: privateKey.export({ format: 'jwk' }) }
}

const jwkSetOf = (...keys: object[]) => JSON.stringify({ keys })
const keysWithIds = (count: number) => Array.from({ length: count }, (_, index) => ({ ...ec.open, kid: `k${index}` }))

test('readKeySet accepts keys on three curves and RSA keys, and keeps only what verifies a signature', () => {
  const extraMembers = { use: 'sig', key_ops: ['verify'], x5c: ['x'], ext: true, notes: 'mine' }
  const keys = [
    { ...ec.open, kid: 'a', alg: 'ES256', ...extraMembers },
    { ...ec384.open, kid: 'b' },
    { ...ed.open, kid: 'c', alg: 'EdDSA' },
    { ...rsa.open, kid: 'd e', alg: 'PS256' },
  ]
  assert.deepEqual(readKeySet(jwkSetOf(...keys)), {
    keys: [
      { kty: 'EC', crv: 'P-256', x: ec.open.x, y: ec.open.y, kid: 'a' },
      { kty: 'EC', crv: 'P-384', x: ec384.open.x, y: ec384.open.y, kid: 'b' },
      { kty: 'OKP', crv: 'Ed25519', x: ed.open.x, kid: 'c' },
      { kty: 'RSA', n: rsa.open.n, e: 'AQAB', kid: 'd e', alg: 'PS256' },
    ],
  })
})

test('readKeySet accepts a single key without a key ID', () => {
  const one = { keys: [{ kty: 'EC', crv: 'P-256', x: ec.open.x, y: ec.open.y }] }
  assert.deepEqual(readKeySet(`\n ${JSON.stringify(ec.open)} `), one)
  assert.deepEqual(readKeySet(jwkSetOf(ec.open)), one)
  assert.deepEqual(readKeySet(JSON.stringify({ keys: keysWithIds(KEYS_PER_APP) })), {
    keys: keysWithIds(KEYS_PER_APP).map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid })),
  })
})

test('algorithmsOf and bitsOf describe a key', () => {
  const { keys } = readKeySet(
    jwkSetOf({ ...rsa.open, kid: 'a' }, { ...ed.open, kid: 'b' }, { ...ec384.open, kid: 'c' }),
  ) as {
    keys: Parameters<typeof algorithmsOf>[0][]
  } // as above
  assert.deepEqual(keys.map(algorithmsOf), [['RS256', 'PS256'], ['EdDSA', 'Ed25519'], ['ES384']])
  assert.deepEqual(['AQAB', 'AAEAAQ', 'AQ', 'AA', 'gA'].map(bitsOf), [17, 17, 1, 0, 8])
  assert.equal(bitsOf(String(rsa.open.n)), 2048)
})

const short = createKeyPair('rsa', { modulusLength: 1024 })
const REFUSED: [why: KeyProblem, at: number | null, text: string][] = [
  ['not_json', null, ''],
  ['not_json', null, 'https://app.example/jwks'],
  ['not_json', null, '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----'],
  ['not_json', null, '[]'],
  ['not_json', null, 'null'],
  ['not_json', null, '{}'],
  ['not_json', null, '{"keys":{}}'],
  ['not_json', null, '{"keys":[1]}'],
  ['too_long', null, ' '.repeat(KEY_SET_MAX + 1)],
  ['no_keys', null, '{"keys":[]}'],
  ['too_many_keys', null, jwkSetOf(...keysWithIds(KEYS_PER_APP + 1))],
  ['private_key', null, '-----BEGIN PRIVATE KEY-----\nMFkw\n-----END PRIVATE KEY-----'],
  ['private_key', null, '-----BEGIN EC PRIVATE KEY-----'],
  ...[ec, ec384, ed, rsa].map(({ secret }): (typeof REFUSED)[number] => ['private_key', 0, JSON.stringify(secret)]),
  ['private_key', 1, jwkSetOf({ ...ec.open, kid: 'a' }, { ...ec.secret, kid: 'b' })],
  ['private_key', 0, jwkSetOf({ kty: 'oct', k: 'c2VjcmV0' })],
  ['private_key', 0, jwkSetOf({ kty: 'oct' })],
  ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'].map((part): (typeof REFUSED)[number] => [
    'private_key',
    0,
    jwkSetOf({ ...rsa.open, [part]: null }),
  ]),
  ['private_key', KEYS_PER_APP, jwkSetOf(...keysWithIds(KEYS_PER_APP), ec.secret)],
  ['key_type', 0, jwkSetOf({ kty: 'EC', crv: 'P-521', x: 'AA', y: 'AA' })],
  ['key_type', 0, jwkSetOf({ kty: 'EC', crv: 'secp256k1', x: ec.open.x, y: ec.open.y })],
  ['key_type', 0, jwkSetOf({ kty: 'OKP', crv: 'X25519', x: ed.open.x })],
  ['key_type', 0, jwkSetOf({ kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' })],
  ['key_type', 0, jwkSetOf({ kty: 5 })],
  ['key_broken', 0, jwkSetOf({ ...ec.open, y: undefined })],
  ['key_broken', 0, jwkSetOf({ ...ec.open, x: `${ec.open.x}A` })],
  ['key_broken', 0, jwkSetOf({ ...ed.open, x: 5 })],
  ['key_broken', 0, jwkSetOf({ ...rsa.open, n: `${rsa.open.n}=` })],
  ['key_broken', 0, jwkSetOf({ ...rsa.open, n: 'A+/A' })],
  ['key_broken', 0, jwkSetOf({ ...rsa.open, e: 'AQ' })],
  ['key_broken', 0, jwkSetOf({ ...rsa.open, e: 'AQAA' })],
  ['key_broken', 0, jwkSetOf({ ...rsa.open, e: 'AQAAAAE' })],
  ['key_too_short', 0, jwkSetOf(short.open)],
  ['key_too_short', 0, jwkSetOf({ ...rsa.open, n: 'A'.repeat(400) })],
  ['key_too_long', 0, jwkSetOf({ ...rsa.open, n: `_${'A'.repeat(1501)}` })],
  ['key_use', 1, jwkSetOf({ ...ec.open, kid: 'a' }, { ...rsa.open, kid: 'b', use: 'enc' })],
  ['key_use', 0, jwkSetOf({ ...ec.open, key_ops: ['sign'] })],
  ['key_use', 0, jwkSetOf({ ...ec.open, key_ops: 'verify' })],
  ['key_algorithm', 0, jwkSetOf({ ...ec.open, alg: 'ES384' })],
  ['key_algorithm', 0, jwkSetOf({ ...rsa.open, alg: 'RS512' })],
  ['key_algorithm', 0, jwkSetOf({ ...rsa.open, alg: 'HS256' })],
  ['key_algorithm', 0, jwkSetOf({ ...ec.open, alg: 'none' })],
  ['key_id', 0, jwkSetOf({ ...ec.open, kid: '' })],
  ['key_id', 0, jwkSetOf({ ...ec.open, kid: 5 })],
  ['key_id', 0, jwkSetOf({ ...ec.open, kid: 'x'.repeat(201) })],
  ['key_id', 0, jwkSetOf({ ...ec.open, kid: 'a\u202eb' })],
  ['key_ids', null, jwkSetOf(...keysWithIds(2).map((key) => ({ ...key, kid: 'same' })))],
  ['key_ids', null, jwkSetOf({ ...ec.open, kid: 'a' }, rsa.open)],
]

for (const [problem, at, text] of REFUSED)
  test(`readKeySet rejects ${JSON.stringify(text.trim().slice(0, 60))} as ${problem}`, () => {
    assert.deepEqual(readKeySet(text), { problem, at })
  })
