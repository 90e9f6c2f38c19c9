import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, errorCodes } from '@countersign/contract/error/errors.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import { deleteSession, getSession } from '@countersign/contract/routes/session.ts'
import { readBoot } from './boot.ts'
import { buildUrl, createCall } from './call.ts'

const challenge = {
  id: 'chl_01JCQ2Z8Y7ABCDEFGHJKMNPQRS',
  token: 'token',
  purpose: 'sign_in',
  nonce: 'abcdefghijklmnopqrstuvwx',
  domain: 'id.example',
  uri: 'https://id.example/sign-in',
  statement: 'Sign in.',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:10:00.000Z',
} as const

const createResponse = (
  status: number,
  body: unknown,
  type = 'application/json',
  headers: Record<string, string> = {},
) =>
  new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': type, ...headers },
  })

const problemResponse = (body: unknown, status: number, headers: Record<string, string> = {}) =>
  createResponse(status, body, 'application/problem+json; charset=utf-8', headers)

const callWith = (response: () => Response | Promise<Response>) => createCall(async () => response())

describe('createCall', () => {
  test('sends JSON with the X-Countersign header', async () => {
    const sent: [string, RequestInit][] = []
    const call = createCall(async (url, init) => {
      sent.push([url, init])
      return createResponse(201, challenge)
    })
    await call(createChallenge, { purpose: 'sign_in' }, { idempotencyKey: 'chl_1' })
    assert.deepEqual(sent, [
      [
        '/api/challenges',
        {
          method: 'POST',
          credentials: 'same-origin',
          redirect: 'error',
          headers: {
            Accept: 'application/json',
            'Content-Type': 'application/json',
            'X-Countersign': '1',
            'Idempotency-Key': 'chl_1',
          },
          body: '{"purpose":"sign_in"}',
        },
      ],
    ])
  })

  test('fills path parameters, omits undefined query values and sends If-Match', async () => {
    const sent: [string, unknown][] = []
    const call = createCall(async (url, init) => {
      sent.push([url, init.headers])
      return createResponse(204, undefined)
    })
    const route = { ...deleteSession, path: '/api/me/wallets/:id' } as const
    await call(route, undefined, {
      params: { id: 'wal_1' },
      query: { q: 'a&b', limit: 5, cursor: undefined },
      version: 3,
    })
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Countersign': '1',
      'If-Match': '"3"',
    }
    assert.deepEqual(sent, [['/api/me/wallets/wal_1?q=a%26b&limit=5', headers]])
  })

  test('encodes path parameters, and rejects empty values and dot segments', () => {
    const path = '/api/me/wallets/:id/sessions/:session'
    assert.equal(
      buildUrl(path, { params: { id: '../a?b#c', session: '%2e' } }),
      '/api/me/wallets/..%2Fa%3Fb%23c/sessions/%252e',
    )
    for (const id of ['', '.', '..', undefined]) {
      const params: Record<string, string> = { session: 'ses_1', ...(id === undefined ? {} : { id }) }
      assert.throws(() => buildUrl(path, { params }), { code: 'not_found' })
    }
  })

  test('returns the parsed body, or undefined for 204', async () => {
    assert.deepEqual(
      await callWith(() => createResponse(201, challenge))(createChallenge, { purpose: 'sign_in' }),
      challenge,
    )
    assert.equal(await callWith(() => createResponse(204, undefined))(deleteSession), undefined)
  })

  test('rejects a body that is not an object, and an unexpected status', async () => {
    for (const response of [
      () => createResponse(201, null),
      () => createResponse(201, '<html>'),
      () => createResponse(200, challenge),
      () => createResponse(500, '<html>', 'text/html'),
    ]) {
      await assert.rejects(callWith(response)(createChallenge, { purpose: 'sign_in' }), { code: 'server/unreadable' })
    }
  })

  test('throws an AppError for every code of the catalog', async () => {
    for (const code of errorCodes) {
      const body = { code, detail: 'Why.', retryAfter: 3, traceId: 't', fields: [{ path: '/a', code: 'b' }] }
      await assert.rejects(callWith(() => problemResponse(body, 400))(getSession), (error) => {
        assert.ok(error instanceof AppError)
        const { detail, retryAfter, traceId, fields } = error
        assert.deepEqual({ code: error.code, detail, retryAfter, traceId, fields }, body)
        return true
      })
    }
  })

  test('maps an unknown code to internal, and reads Retry-After', async () => {
    const call = callWith(() => problemResponse({ code: 'brand_new', traceId: 't' }, 429, { 'Retry-After': '7' }))
    await assert.rejects(call(getSession), { code: 'internal', retryAfter: 7, traceId: 't' })
    await assert.rejects(callWith(() => problemResponse({ title: 'no code' }, 500))(getSession), { code: 'internal' })
  })

  test('reports an unreachable server, also behind a proxy', async () => {
    await assert.rejects(callWith(() => Promise.reject(new TypeError('Failed to fetch')))(getSession), {
      name: 'ConnectionError',
      code: 'server/unreachable',
    })
    for (const status of [502, 503, 504]) {
      await assert.rejects(callWith(() => createResponse(status, 'Bad gateway', 'text/html'))(getSession), {
        code: 'server/unreachable',
      })
    }
  })

  test('rethrows an AbortError', async () => {
    const abort = new AbortController()
    abort.abort()
    const call = createCall(async () => {
      throw new DOMException('gone', 'AbortError')
    })
    await assert.rejects(call(getSession, undefined, { signal: abort.signal }), { name: 'AbortError' })
  })
})

describe('readBoot', () => {
  const boot = {
    public: {
      name: 'Acme',
      origin: 'https://id.example',
      contact: null,
      accent: null,
      logo: null,
      registration: 'open',
      namespaces: ['eip155'],
      setupNeeded: false,
      demoWallet: false,
      walletConnect: null,
      baseAccount: null,
    },
    session: null,
    sessionProblem: 'unauthenticated',
  }

  test('reads the boot data from the page', () => {
    assert.deepEqual(readBoot({ getElementById: () => ({ textContent: JSON.stringify(boot) }) }), boot)
  })

  test('throws when the data is missing or truncated', () => {
    assert.throws(() => readBoot({ getElementById: () => null }))
    assert.throws(() => readBoot({ getElementById: () => ({ textContent: '{"public":{' }) }))
  })
})
