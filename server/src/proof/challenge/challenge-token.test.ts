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

/** As it is written for a sign-in. */
function textOf({ id, nonce, issuedAt, expiresAt, browser, domain, uri, statement }: Record<string, unknown>): string {
  return ['sign_in', id, nonce, issuedAt, expiresAt, browser, domain, uri, statement].join(' ')
}

describe('challenge tokens', () => {
  test('for a sign-in are text', () => {
    const token = writeToken(context, content)
    assert.equal(token, signPayload(textOf(content)))
    assert.deepEqual(readToken(context, token), { ...content, token })
  })

  test('for anything else are JSON', () => {
    for (const other of [
      stepUp,
      { ...content, purpose: 'setup' } as const,
      { ...content, boundTo: 'ses_1' },
      { ...content, holder: 'ses_1 per_1' },
      { ...content, proofFor: { clientId: 'app', nonceHash: 'n'.repeat(43) } },
      { ...content, browser: 'short' },
      { ...content, nonce: 'short' },
    ]) {
      const token = writeToken(context, other)
      assert.equal(token, signPayload(encode(other)))
      assert.deepEqual(readToken(context, token), { ...other, token })
    }
  })

  test('for a sign-in may have been written as JSON by an earlier version', () => {
    const token = signPayload(encode(content))
    assert.deepEqual(readToken(context, token), { ...content, token })
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

  for (const [form, issued] of Object.entries({ text: content, JSON: stepUp })) {
    test(`in ${form} are rejected when a part is missing, empty or added`, () => {
      const token = writeToken(context, issued)
      const end = token.lastIndexOf('.')
      const [payload, mac] = [token.slice(0, end), token.slice(end + 1)]
      for (const other of ['', '.', payload, mac, `${payload}.`, `.${mac}`, `${token}.`, `${token}.x`, signPayload('')])
        assert.equal(readToken(context, other), undefined, other)
    })

    test(`in ${form} are rejected when the content or the authentication code was changed`, () => {
      const token = writeToken(context, issued)
      const mac = token.slice(token.lastIndexOf('.') + 1)
      const changed = { ...issued, nonce: 'abcdefghijklmnopqrstuvwX' }
      for (const payload of [encode(changed), textOf(changed)])
        assert.equal(readToken(context, `${payload}.${mac}`), undefined)
      assert.equal(readToken(context, `${token.slice(0, -2)}AA`), undefined)
      assert.equal(readToken(context, token.slice(0, -1)), undefined)
    })

    test(`in ${form} are rejected when another server signed them`, () => {
      const other = { ...context, keys: deriveKeys(Buffer.alloc(32, 2)) }
      assert.equal(readToken(context, writeToken(other, issued)), undefined)
    })
  }

  test('in JSON are read as the schema reads them', () => {
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

  test('in text are rejected when a field is not where it should be', () => {
    const changes = {
      id: ['', 'chl_1', `x${content.id}`, `${content.id}x`, content.id.toLowerCase(), `${content.id.slice(0, -1)}U`],
      nonce: ['', 'short', `${content.nonce}x`],
      issuedAt: ['', '2026-11-15T10:00:00Z', `${content.issuedAt}0`, '2026-11-15 10:00:00.000Z'],
      expiresAt: ['', '2026-11-15T10:10:00Z', `x${content.expiresAt}`, '2026-11-15T10:10:00.000+'],
    }
    for (const [name, values] of Object.entries(changes))
      for (const value of values)
        assert.equal(readToken(context, signPayload(textOf({ ...content, [name]: value }))), undefined, value)
    const full = textOf(content)
    for (const end of ['sign_in '.length, 100, full.indexOf(' http'), full.indexOf(' Sign')])
      assert.equal(readToken(context, signPayload(full.slice(0, end))), undefined, full.slice(0, end))
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
