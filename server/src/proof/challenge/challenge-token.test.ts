import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import type { Context } from '../../context.ts'
import { deriveKeys, hmac } from '../../platform/crypto/keys.ts'
import { readToken, writeToken } from './challenge-token.ts'

const context = { keys: deriveKeys(Buffer.alloc(32, 1)) } as unknown as Context // tokens need nothing but the key
const content = {
  id: 'chl_01KA3B8Q00ABCDEFGHJKMNPQRS',
  purpose: 'sign_in',
  nonce: 'abcdefghijklmnopqrstuvwx',
  domain: 'localhost:3000',
  uri: 'http://localhost:3000',
  statement: 'Sign in.',
  issuedAt: '2026-11-15T10:00:00.000Z',
  expiresAt: '2026-11-15T10:10:00.000Z',
  boundTo: null,
  browser: 'b'.repeat(43),
  holder: null,
} as const

/** Signed with the right key, whatever it says. */
function signPayload(payload: string): string {
  return `${payload}.${hmac(context.keys.challenge, payload).toString('base64url')}`
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const stepUp = { ...content, purpose: 'step_up', boundTo: 'wallet.add', holder: 'ses_1 per_1' } as const

describe('challenge tokens', () => {
  test('are JSON with an authentication code', () => {
    for (const issued of [content, stepUp, { ...content, proofFor: { clientId: 'app', nonceHash: 'n'.repeat(43) } }]) {
      const token = writeToken(context, issued)
      assert.equal(token, signPayload(encode(issued)))
      assert.deepEqual(readToken(context, token), { ...issued, token })
    }
  })

  test('keep statements and domains of every form', () => {
    for (const change of [
      { statement: 'Sign in to A.B: [x] ? & = ~. Signing is free.' },
      { statement: ' two  spaces ' },
      { statement: '' },
      { domain: '[::1]:3000', uri: 'http://[::1]:3000' },
      { domain: 'auth.example.com', uri: 'https://auth.example.com' },
    ]) {
      const token = writeToken(context, { ...content, ...change })
      assert.deepEqual(readToken(context, token), { ...content, ...change, token })
    }
  })

  test('are rejected when a part is missing, empty or added', () => {
    const token = writeToken(context, content)
    const end = token.lastIndexOf('.')
    const [payload, mac] = [token.slice(0, end), token.slice(end + 1)]
    for (const other of ['', '.', payload, mac, `${payload}.`, `.${mac}`, `${token}.`, `${token}.x`, signPayload('')])
      assert.equal(readToken(context, other), undefined, other)
  })

  test('are rejected when the content or the authentication code was changed', () => {
    const token = writeToken(context, content)
    const mac = token.slice(token.lastIndexOf('.') + 1)
    const changed = { ...content, nonce: 'abcdefghijklmnopqrstuvwX' }
    assert.equal(readToken(context, `${encode(changed)}.${mac}`), undefined)
    assert.equal(readToken(context, `${token.slice(0, -2)}AA`), undefined)
    assert.equal(readToken(context, token.slice(0, -1)), undefined)
  })

  test('are rejected when another server signed them', () => {
    const other = { ...context, keys: deriveKeys(Buffer.alloc(32, 2)) }
    assert.equal(readToken(context, writeToken(other, content)), undefined)
  })

  test('are read as the schema reads them', () => {
    const values = [undefined, null, 1, '', 'x', [], {}, 'sign_in', 'step_up', content.id, 'chl_1', content.issuedAt]
    const affixed = [content.id, content.issuedAt].flatMap((text) => [`x${text}`, `${text}x`, [text]])
    const times = ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000+00:00', '2026-11-15T10:00:00.000Z\n']
    let accepted = 0
    for (const name of [...Object.keys(content), 'proofFor', 'token', 'more']) {
      for (const value of [...values, ...affixed, ...times]) {
        const { browser, holder, ...fields }: Record<string, unknown> = JSON.parse(
          JSON.stringify({ ...content, [name]: value }),
        )
        const token = signPayload(encode({ ...content, [name]: value }))
        const bound = typeof browser === 'string' && (holder === null || typeof holder === 'string')
        const expected = bound && challengeSchema.safeParse({ ...fields, token }).success
        assert.equal(readToken(context, token) !== undefined, expected, `${name}: ${JSON.stringify(value)}`)
        if (expected) accepted++
      }
    }
    assert.ok(accepted > 20)
  })

  test('are rejected when they hold anything but a bound challenge', () => {
    const { browser: _, ...unbound } = content
    for (const value of [
      unbound,
      { ...content, browser: 1 },
      { ...content, holder: 1 },
      { ...content, holder: undefined },
      { ...content, nonce: 1 },
      { ...content, more: 1 },
      {},
    ])
      assert.equal(readToken(context, signPayload(encode(value))), undefined, JSON.stringify(value))
  })
})
