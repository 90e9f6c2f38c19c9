import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RATE_REFUSALS_LOGGED } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { type HttpResponse, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const CALL = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

const PAGE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), hid=()',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
}

const TRANSPORT = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** The headers that say how to treat an answer, without those of the connection and its size. */
function headersOf(answer: HttpResponse): Record<string, unknown> {
  const plumbing = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'set-cookie']
  return Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !plumbing.includes(name)))
}

forDefaultEngine('responses', (engine) => {
  let server: TestServer
  let https: TestServer
  before(async () => {
    server = await startServer(engine)
    https = await startServer(engine, { environment: { PUBLIC_URL: 'https://id.example' } })
  })
  after(async () => {
    await server.close()
    await https.close()
  })

  describe('have the expected security headers for', () => {
    test('a page', async () => {
      assert.deepEqual(headersOf(await openBrowser(server).get('/sign-in')), PAGE)
    })

    test('a page over https', async () => {
      const policy = `${PAGE['content-security-policy']}; upgrade-insecure-requests`
      assert.deepEqual(headersOf(await openBrowser(https).get('/sign-in')), {
        ...PAGE,
        ...TRANSPORT,
        'content-security-policy': policy,
      })
    })

    test('an API response', async () => {
      const created = await openBrowser(server).post('/api/challenges', { purpose: 'sign_in' })
      assert.deepEqual(headersOf(created), { ...CALL, 'content-type': 'application/json' })
      const read = await openBrowser(server).get('/api/public')
      assert.deepEqual(headersOf(read), {
        ...CALL,
        'cache-control': 'private, no-cache',
        'content-type': 'application/json',
        etag: read.headers.etag,
      })
    })

    test('a public API response, also when not modified', async () => {
      const browser = openBrowser(server)
      const etag = String((await browser.get('/api/public')).headers.etag)
      const again = await browser.get('/api/public', { 'if-none-match': etag })
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag])
      assert.equal((await browser.get('/api/public', { 'if-none-match': '"other"' })).status, 200)
    })

    test('an API response over https', async () => {
      const created = await openBrowser(https).post('/api/challenges', { purpose: 'sign_in' })
      assert.deepEqual(headersOf(created), { ...CALL, ...TRANSPORT, 'content-type': 'application/json' })
    })

    test('an error', async () => {
      assert.deepEqual(headersOf(await openBrowser(server).get('/api/session')), {
        ...CALL,
        'content-type': 'application/problem+json',
        'www-authenticate': 'Countersign',
      })
    })

    test('an ended session', async () => {
      const browser = openBrowser(server)
      await signIn(browser, newAccount())
      assert.deepEqual(headersOf(await browser.delete('/api/session')), CALL)
    })
  })

  test('return 404 for an unknown path', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/session/',
      '/api/Session',
      '/api//session',
      '/api/session%00',
    ])
      expectProblem(await openBrowser(server).get(path), 'not_found')
    expectProblem(await openBrowser(server).get('/assets/nothing.js'), 'not_found')
    expectProblem(await openBrowser(server).get('/assets/../../../etc/passwd'), 'not_found')
  })

  test('return 405 with Allow for a wrong method', async () => {
    const wrong = [
      ['PUT', '/api/session', 'GET, DELETE'],
      ['GET', '/api/sessions', 'POST'],
      ['DELETE', '/api/public', 'GET'],
      ['POST', '/sign-in', 'GET, HEAD'],
      ['DELETE', '/', 'GET, HEAD'],
      ['PROPFIND', '/api/session', 'GET, DELETE'],
    ] as const
    for (const [method, path, allow] of wrong) {
      const answer = await openBrowser(server).call({ method, path })
      expectProblem(answer, 'method_not_allowed')
      assert.equal(answer.headers.allow, allow)
    }
  })

  test('return the headers of GET without a body for HEAD', async () => {
    const browser = openBrowser(server)
    await signIn(browser, newAccount())
    for (const path of ['/api/session', '/api/public', '/sign-in', '/nothing', '/healthz']) {
      const whole = await browser.get(path)
      const head = await browser.call({ method: 'HEAD', path })
      assert.deepEqual(
        [head.status, head.text, head.headers['content-length'], headersOf(head)],
        [whole.status, '', whole.headers['content-length'], headersOf(whole)],
      )
    }
    const refused = await openBrowser(server).call({ method: 'HEAD', path: '/api/session' })
    assert.deepEqual([refused.status, refused.text], [401, ''])
  })

  test('include a request id that the log contains', async () => {
    const answer = await openBrowser(server).get('/api/session?secret=1')
    const { traceId, instance } = expectProblem(answer, 'unauthenticated')
    assert.equal(instance, '/api/session')
    const linked = await openBrowser(server).get(`/api/sign-outs/${'a'.repeat(43)}`)
    assert.equal(expectProblem(linked, 'interaction_expired').instance, '/api/sign-outs/…')
    const lines = server.logLines.filter((line) => line.includes(traceId)).map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ level, message, status, code, path }) => ({ level, message, status, code, path })),
      [
        { level: 'info', message: 'request rejected', status: 401, code: 'unauthenticated', path: '/api/session' },
        { level: 'debug', message: 'request completed', status: 401, code: undefined, path: '/api/session' },
      ],
    )
  })

  test('leave no invitation token in the log at any level', async () => {
    const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg'
    const browser = openBrowser(server)
    await browser.get(`/invite/${token}`)
    await browser.get(`/api/invites/lookup?token=${token}`)
    await browser.call({ method: 'POST', path: `/invite/${token}`, body: {} })
    await browser.get(`/api/invites/${token}`)
    const lines = server.logLines.join('\n')
    assert.match(lines, /"path":"\/invite\/…"/)
    assert.doesNotMatch(lines, new RegExp(token))
  })

  test('log repeated rejections a limited number of times, with a count of the rest', async () => {
    const browser = openBrowser(server)
    server.clock.now += RATE_REFUSALS_LOGGED.perMs
    const from = server.logLines.length
    const logged = () =>
      server.logLines
        .slice(from)
        .map((line) => JSON.parse(line))
        .filter(({ message, code }) => message === 'request rejected' && code === 'not_found')
    for (let count = 0; count < RATE_REFUSALS_LOGGED.burst + 5; count++) await browser.get('/api/nothing')
    assert.equal(logged().length, RATE_REFUSALS_LOGGED.burst)
    expectProblem(await browser.get('/api/session'), 'unauthenticated')
    server.clock.now += RATE_REFUSALS_LOGGED.perMs
    for (let count = 0; count < 2; count++) await browser.get('/api/nothing')
    assert.deepEqual(
      logged()
        .slice(RATE_REFUSALS_LOGGED.burst)
        .map(({ omitted }) => omitted),
      [5, undefined],
    )
  })

  test('use the configured origin with a forged Host header', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const answer = await openBrowser(server).call({
      method: 'POST',
      path: '/api/challenges',
      body: { purpose: 'sign_in' },
      headers,
    })
    assert.doesNotMatch(answer.text, /evil/)
    const page = await openBrowser(server).call({ path: '/sign-in', headers })
    assert.doesNotMatch(page.text, /evil/)
  })

  test('return 503 with Retry-After during shutdown, also from the health check', async () => {
    const stopping = await startServer(engine)
    const browser = openBrowser(stopping)
    assert.deepEqual([(await browser.get('/healthz')).status, (await browser.get('/readyz')).status], [200, 200])
    stopping.stopTaking()
    for (const path of ['/api/session', '/sign-in', '/api/nothing']) {
      const answer = await browser.get(path)
      expectProblem(answer, 'maintenance')
      assert.deepEqual([answer.headers['retry-after'], answer.headers.connection], ['5', 'close'])
    }
    assert.deepEqual([(await browser.get('/healthz')).status, (await browser.get('/readyz')).status], [200, 503])
    await stopping.close()
  })
})
