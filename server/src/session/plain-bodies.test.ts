import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHALLENGE_TOKEN_MAX, MESSAGE_MAX_BYTES, WALLET_NAME_MAX } from '@countersign/contract/limits.ts'
import { createChallenge } from '@countersign/contract/schemas/challenge.ts'
import { createSession } from '@countersign/contract/schemas/session.ts'
import { isPlainChallengeRequest, isPlainSignIn } from './plain-bodies.ts'

const wallet = { name: 'MetaMask', rdns: 'io.metamask' }
const proof = {
  namespace: 'eip155',
  challenge: 'payload.mac',
  account: 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  message: 'localhost wants you to sign in.\n\nURI: http://localhost',
  signature: `0x${'ab'.repeat(65)}`,
}
const signIn = { proof, keep: true }

/** Values that are wrong in some place, or unusual. */
const VALUES = [
  undefined,
  null,
  true,
  0,
  '',
  'x',
  '\u0000',
  'é',
  '0x',
  'eip155',
  'solana',
  'one_step',
  'sign_in',
  'step_up',
  '/home',
  '//elsewhere.example',
  '/api/session',
  'eip155:01:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  `eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n`,
  `x${proof.account}`,
  'x'.repeat(WALLET_NAME_MAX),
  'x'.repeat(WALLET_NAME_MAX + 1),
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(CHALLENGE_TOKEN_MAX),
  'x'.repeat(CHALLENGE_TOKEN_MAX + 1),
  'x'.repeat(MESSAGE_MAX_BYTES),
  'x'.repeat(MESSAGE_MAX_BYTES + 1),
  [],
  {},
  [signIn],
  wallet,
  { name: 'MetaMask' },
  { rdns: 'io.metamask' },
  { ...wallet, icon: 'x' },
  { name: 'x', rdns: 'no spaces' },
]

/** The object itself, and with each member replaced, removed or added. */
function* variantsOf(object: Record<string, unknown>, added: readonly string[]): Generator<unknown> {
  yield object
  for (const name of [...Object.keys(object), ...added]) {
    for (const value of VALUES) yield { ...object, [name]: value }
    yield Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
  }
}

function* signIns(): Generator<unknown> {
  yield* VALUES
  yield* variantsOf(signIn, ['returnTo', 'invite', 'keepAccount', 'more', '__proto__'])
  for (const base of [proof, { ...proof, wallet }])
    for (const variant of variantsOf(base, ['wallet', 'mode', 'envelope', 'more', '__proto__']))
      yield { proof: variant, keep: false }
  for (const variant of variantsOf(wallet, ['more'])) yield { proof: { ...proof, wallet: variant }, keep: true }
}

/** As they arrive: what JSON cannot express is left out. */
function overJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown } }

/** Returns how many were recognized. */
function compare(bodies: Iterable<unknown>, isPlain: (body: unknown) => boolean, schema: Schema): number {
  let recognized = 0
  for (const given of bodies) {
    const body = overJson(given)
    if (!isPlain(body)) continue
    recognized++
    const parsed = schema.safeParse(body)
    assert.equal(parsed.success, true, JSON.stringify(body))
    assert.deepEqual(parsed.data, body)
  }
  return recognized
}

describe('bodies that are recognized without a schema', () => {
  test('are bodies that the schema of a sign-in accepts unchanged', () => {
    assert.ok(compare(signIns(), isPlainSignIn, createSession.body) > 20)
  })

  test('are bodies that the schema of a challenge accepts unchanged', () => {
    const bodies = [...VALUES, ...variantsOf({ purpose: 'sign_in' }, ['action', 'target', 'more'])]
    assert.ok(compare(bodies, isPlainChallengeRequest, createChallenge.body) > 0)
  })

  test('include what browsers send', () => {
    assert.equal(isPlainSignIn(signIn), true)
    assert.equal(isPlainSignIn({ proof: { ...proof, wallet }, keep: false, keepAccount: false }), true)
    assert.equal(isPlainSignIn({ proof: { ...proof, wallet: { name: 'x' } }, keep: true }), true)
    assert.equal(isPlainSignIn({ proof: { ...proof, wallet: { rdns: 'x' } }, keep: true }), true)
    assert.equal(
      isPlainSignIn({ proof: { ...proof, account: proof.account.replace(':1:', ':137:') }, keep: true }),
      true,
    )
    assert.equal(isPlainSignIn({ ...signIn, returnTo: '/oidc/../home?a=b' }), true)
    assert.equal(isPlainChallengeRequest({ purpose: 'sign_in' }), true)
  })

  test('do not include a member that JSON calls __proto__', () => {
    assert.equal(isPlainSignIn(JSON.parse(`{"__proto__":${JSON.stringify(proof)},"keep":true}`)), false)
    const hidden = JSON.stringify(signIn).replace('"namespace"', '"__proto__":{"wallet":1},"namespace"')
    assert.equal(isPlainSignIn(JSON.parse(hidden)), false)
  })
})
