import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { EVENTS_PER_SESSION } from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { type EventStream, openEventStream } from '../../../../test/support/server/event-stream.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { WAIT_MS } from '../../../../test/support/until.ts'

forEachEngine('event stream', (engine) => {
  let near: TestServer
  let far: TestServer
  const streams: EventStream[] = []
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    near = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
  })
  after(async () => {
    for (const stream of streams) stream.close()
    await Promise.all([near.close(), far.close()])
  })

  async function arrive(account = newAccount()) {
    const browser = openBrowser(near)
    const { session, me } = expectStarted(await signIn(browser, account))
    return { browser, account, id: session.id, personId: me.id }
  }

  async function open(server: TestServer, { browser }: Awaited<ReturnType<typeof arrive>>, headers = {}) {
    const stream = await openEventStream(server, browser, headers)
    streams.push(stream)
    return stream
  }

  test('disables proxy buffering', async () => {
    const stream = await open(near, await arrive())
    const { 'content-type': type, 'cache-control': cache, 'x-accel-buffering': buffering } = stream.headers
    assert.deepEqual(
      [stream.status, type, cache, buffering, stream.headers['content-length']],
      [200, 'text/event-stream', 'no-store', 'no', undefined],
    )
    assert.match(await stream.ready(), /^member\.1\.\d+\.\d+$/)
    assert.match(stream.text(), /^:\n\nid: /)
  })

  test('answers HEAD without opening a stream', async () => {
    const { browser } = await arrive()
    const answer = await browser.call({ method: 'HEAD', path: '/api/events' })
    assert.deepEqual([answer.status, answer.headers['content-type'], answer.text], [200, 'text/event-stream', ''])
  })

  test('requires a session', async () => {
    expectProblem(await openBrowser(near).get('/api/events'), 'unauthenticated')
  })

  test('reports the end of the session on the same node at once and closes', async () => {
    const page = await arrive()
    const other = await arrive(page.account)
    const stream = await open(near, page)
    await stream.ready()
    assert.equal((await other.browser.delete(`/api/me/sessions/${page.id}`)).status, 204)
    const received = await stream.next()
    assert.deepEqual([received?.event, received?.data], ['session.ended', { reason: 'revoked_self' }])
    assert.equal(await stream.next(), undefined)
  })

  test('reports the end of the session by another node, and both nodes reject it at once', {
    timeout: WAIT_MS,
  }, async () => {
    const page = await arrive()
    const stream = await open(far, page)
    await stream.ready()
    const elsewhere = openBrowser(far)
    for (const [name, value] of page.browser.cookies) elsewhere.cookies.set(name, value)
    assert.equal((await elsewhere.get('/api/session')).status, 200)
    const other = await arrive(page.account)

    assert.deepEqual((await other.browser.delete('/api/me/sessions')).json, { ended: 1 })
    expectProblem(await elsewhere.get('/api/session'), 'session_revoked')
    expectProblem(await page.browser.get('/api/session'), 'session_revoked')
    // The sign-in on a new device may be reported first.
    let received = await stream.next()
    while (received?.event === 'me.changed') received = await stream.next()
    assert.deepEqual([received?.event, received?.data], ['session.ended', { reason: 'revoked_self' }])
    assert.equal(await stream.next(), undefined)
  })

  test('reports changes of the person by any node', async () => {
    const page = await arrive()
    const streamsOfPage = [await open(near, page), await open(far, page)]
    for (const stream of streamsOfPage) await stream.ready()
    await changeRows(near, `UPDATE person SET role = 'auditor' WHERE id = ?`, page.personId)
    for (const stream of streamsOfPage) {
      const received = await stream.next()
      assert.deepEqual([received?.event, received?.data], ['me.changed', {}])
      assert.match(received?.id ?? '', /^auditor\./)
    }
  })

  test('resumes from the last event id', async () => {
    const page = await arrive()
    const first = await open(near, page)
    const mark = await first.ready()
    first.close()
    await arrive(page.account)
    const back = await open(near, page, { 'last-event-id': mark })
    assert.equal((await back.next())?.event, 'me.changed')
  })

  test('reports a sign-in on a new device and a notice read on another page', async () => {
    const page = await arrive()
    const stream = await open(near, page)
    await stream.ready()
    await arrive(page.account)
    assert.equal((await stream.next())?.event, 'me.changed')
    const { items } = (await page.browser.get('/api/me/notices')).json as { items: { id: string }[] } // compared below
    assert.equal(items.length, 1)
    assert.equal((await page.browser.post(`/api/me/notices/${items[0]?.id}/read`)).status, 204)
    assert.equal((await stream.next())?.event, 'me.changed')
  })

  test('rejects a fourth stream per session until one closes', async () => {
    const page = await arrive()
    const opened: EventStream[] = []
    for (let count = 0; count < EVENTS_PER_SESSION; count++) opened.push(await open(near, page))
    for (const stream of opened) await stream.ready()
    const refused = await page.browser.get('/api/events')
    expectProblem(refused, 'rate_limited')
    assert.equal(refused.headers['retry-after'], '20')
    opened[0]?.close()
    let next = await open(near, page)
    while (next.status === 429) next = await open(near, page)
    assert.equal(next.status, 200)
  })

  test('closes at once when the server stops', async () => {
    const leaving = await startServer(engine)
    const browser = openBrowser(leaving)
    expectStarted(await signIn(browser, newAccount()))
    const stream = await openEventStream(leaving, browser)
    await stream.ready()
    leaving.stopTaking()
    assert.equal(await stream.next(), undefined)
    await leaving.close()
  })

  test('is not polled for requests that changed nothing', async () => {
    // Polling every second is not counted.
    mock.timers.enable({ apis: ['setInterval'] })
    const server = await startServer(engine)
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    const stream = await openEventStream(server, browser)
    await stream.ready()
    const { store } = server.context
    let looks = 0
    server.context.store = {
      ...store,
      async all(statement, ...values) {
        if (/FROM session s JOIN person p/.test(statement.sqlite)) looks++
        return store.all(statement, ...values)
      },
    }
    try {
      const visitor = openBrowser(server)
      for (let count = 0; count < 5; count++) {
        await visitor.post('/api/sessions', { junk: true })
        await visitor.post('/api/nothing', {})
        assert.equal((await browser.post('/api/session/touch')).status, 204)
      }
      expectStarted(await signIn(openBrowser(server), newAccount()))
      await server.context.background.settled()
      assert.equal(looks, 0)
      const headers = { 'if-match': '"1"' }
      await browser.call({ method: 'PATCH', path: '/api/me', body: { displayName: 'Ada' }, headers })
      assert.equal((await stream.next())?.event, 'me.changed')
      assert.equal(looks, 1)
    } finally {
      stream.close()
      mock.timers.reset()
      await server.close()
    }
  })
})
