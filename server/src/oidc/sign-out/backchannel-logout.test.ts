import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { LOGOUT_RETRIES_MS } from '@countersign/contract/limits/app-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { getTokens, type SignedInPerson, signInPerson } from '../../../../test/support/oidc/app-sign-in.ts'
import { type RelyingParty, readJwt, registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { createLogoutSender, sendDueLogouts, startBackchannelLogout } from './backchannel-logout.ts'

/** An app that stores the requests it receives and responds as the test configures. */
function openApp() {
  const received: string[] = []
  const behavior: { status: number; location?: string; onResponse?: () => void; hold?: Promise<void> } = { status: 200 }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', async () => {
      received.push(`${request.method} ${request.headers['content-type']} ${body}`)
      await behavior.hold
      response
        .writeHead(behavior.status, behavior.location ? { location: behavior.location } : {})
        .end('x'.repeat(100_000))
      behavior.onResponse?.()
    })
  })
  return { server, received, behavior }
}

forEachEngine('back-channel logout', (engine) => {
  const app = openApp()
  let server: TestServer
  let second: TestServer
  let party: RelyingParty
  let uri = ''
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve))
    uri = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/logout` // a TCP server's
    party = await registerApp(server, { backchannelLogoutUri: uri })
  })
  after(async () => {
    app.server.close()
    await second.close()
    await server.close()
  })
  beforeEach(async () => {
    app.received.length = 0
    app.behavior.status = 200
    await changeRows(server, 'DELETE FROM session_app')
  })

  const sendFrom = (node: TestServer) => sendDueLogouts(node.context, node.oidc)
  const readSessionApps = () => readRows(server, 'SELECT app_id, tries, notify_at FROM session_app')

  test('sends one signed logout token with the sid of the app', async () => {
    const { browser } = await signInPerson(server)
    const tokens = await getTokens(browser, party)
    const idToken = readJwt(tokens.id_token)
    await sendFrom(server)
    assert.deepEqual(app.received, [])
    await browser.delete('/api/session')
    await Promise.all([sendFrom(server), sendFrom(second), sendFrom(second)])
    assert.equal(app.received.length, 1)
    const [, token = ''] =
      /^POST application\/x-www-form-urlencoded logout_token=(.+)$/.exec(app.received[0] ?? '') ?? []
    const { iat, exp, jti, ...claims } = readJwt(token)
    assert.deepEqual(claims, {
      iss: idToken.iss,
      aud: party.app.clientId,
      sub: idToken.sub,
      sid: idToken.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    assert.ok(idToken.sid && jti && Number(exp) - Number(iat) <= 120)
    const [head = '', body = '', signature = ''] = token.split('.')
    const { kid, typ } = JSON.parse(Buffer.from(head, 'base64url').toString())
    assert.equal(typ, 'logout+jwt')
    const { keys } = (await browser.get('/oidc/jwks')).json as { keys: { kid: string }[] }
    const key = createPublicKey({ key: keys.find((each) => each.kid === kid) as never, format: 'jwk' })
    const bytes = Buffer.from(signature, 'base64url')
    assert.ok(verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, bytes))
    assert.deepEqual(await readSessionApps(), [])
    assert.deepEqual(await readRows(server, 'SELECT 1 FROM oidc_item WHERE grant_id IS NOT NULL'), [])
  })

  const SIGN_OUTS: [string, (person: SignedInPerson) => Promise<unknown>][] = [
    ['was ended by an admin', ({ personId }) => asAdmin('POST', `/api/admin/people/${personId}/sign-out`)],
    [
      'ended because they were suspended',
      ({ personId }) => asAdmin('PATCH', `/api/admin/people/${personId}`, { status: 'suspended', reason: 'Sold' }),
    ],
    ['was ended from another device', endFromOtherServer],
    [
      'was replaced by another in the same browser',
      async ({ browser }) => expectStarted(await signIn(browser, newAccount())),
    ],
    ['ended with its wallet', async ({ personId }) => endSessionsOf(personId, 'wallet_removed')],
    [
      'expired',
      ({ personId }) =>
        changeRows(server, 'UPDATE session SET idle_expires_at = 1, expires_at = 1 WHERE person_id = ?', personId),
    ],
    ['was deleted', ({ personId }) => changeRows(server, 'DELETE FROM session WHERE person_id = ?', personId)],
  ]
  async function asAdmin(method: string, path: string, body?: unknown) {
    const admin = await addPerson(server, 'admin')
    const response = await admin.signed(method, path, body)
    assert.equal(response.status, 200, response.text)
  }
  async function endFromOtherServer({ account }: SignedInPerson) {
    const phone = openBrowser(second)
    expectStarted(await signIn(phone, account))
    assert.deepEqual((await phone.delete('/api/me/sessions')).json, { ended: 1 })
  }
  const endSessionsOf = (personId: string, reason: string) =>
    changeRows(
      server,
      'UPDATE session SET ended_at = ?, end_reason = ? WHERE person_id = ?',
      server.clock.now,
      reason,
      personId,
    )

  for (const [title, over] of SIGN_OUTS)
    test(`is sent when the session ${title}`, async () => {
      const person = await signInPerson(server)
      await getTokens(person.browser, party)
      await over(person)
      await sendDueLogouts(second.context, second.oidc, { all: true })
      assert.deepEqual([app.received.length, await readSessionApps()], [1, []])
    })

  test('is retried for hours, and the failure is audited', async () => {
    const { browser, personId } = await signInPerson(server)
    await getTokens(browser, party)
    await browser.delete('/api/session')
    app.behavior.status = 500
    for (const [tries, wait] of [...LOGOUT_RETRIES_MS, 0].entries()) {
      await sendFrom(server)
      assert.equal(app.received.length, tries + 1)
      await sendFrom(second)
      assert.equal(app.received.length, tries + 1, 'not before its time')
      server.clock.now += wait
      second.clock.now = server.clock.now
    }
    assert.deepEqual(await readSessionApps(), [])
    const found = await readRows(
      server,
      "SELECT actor, person_id, outcome, data FROM activity WHERE kind = 'oidc.logout_failed'",
    )
    assert.deepEqual(
      found.map(({ data, ...row }) => ({ ...row, data: JSON.parse(String(data)) })),
      [
        {
          actor: 'system',
          person_id: personId,
          outcome: 'refused',
          data: { app: party.app.name, appId: party.app.id, tries: 6 },
        },
      ],
    )
  })

  test('follows no redirect', async () => {
    const { browser } = await signInPerson(server)
    await getTokens(browser, party)
    await browser.delete('/api/session')
    Object.assign(app.behavior, { status: 302, location: uri })
    await sendFrom(server)
    assert.equal(app.received.length, 1)
    assert.deepEqual(
      (await readSessionApps()).map(({ tries }) => Number(tries)),
      [1],
    )
  })

  test('requires TLS outside private networks', async () => {
    const open = await registerApp(server, { backchannelLogoutUri: 'http://192.0.2.1/logout' })
    const { browser } = await signInPerson(server)
    await getTokens(browser, open)
    await browser.delete('/api/session')
    await sendFrom(server)
    assert.match(server.logLines.at(-1) ?? '', /public addresses require https/)
  })

  test('is sent only to active apps with a logout URI', async () => {
    const quiet = await registerApp(server)
    const off = await registerApp(server, { backchannelLogoutUri: uri })
    const { browser } = await signInPerson(server)
    await getTokens(browser, quiet)
    await getTokens(browser, off)
    await changeRows(server, "UPDATE app SET status = 'disabled' WHERE id = ?", off.app.id)
    await browser.delete('/api/session')
    await sendFrom(server)
    assert.deepEqual([app.received, await readSessionApps()], [[], []])
  })

  test('is sent when a grant ends, while the session continues', async () => {
    const { browser } = await signInPerson(server)
    await getTokens(browser, party)
    const { items } = (await browser.get('/api/me/apps')).json as { items: { id: string }[] }
    await browser.delete(`/api/me/apps/${items[0]?.id}`)
    await sendFrom(server)
    assert.equal(app.received.length, 1)
    assert.equal((await browser.get('/api/session')).status, 200)
  })

  test('is not delayed by another app', async () => {
    const hanging = openApp()
    await new Promise<void>((resolve) => hanging.server.listen(0, '127.0.0.1', resolve))
    const { port } = hanging.server.address() as AddressInfo // a TCP server's
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    Object.assign(hanging.behavior, { hold: promise, heard: undefined })
    hanging.server.once('request', () => requested.resolve())
    const silent = await registerApp(server, { backchannelLogoutUri: `http://127.0.0.1:${port}/logout` })
    const sender = createLogoutSender(server.context, server.oidc)
    const [first, next] = [await signInPerson(server), await signInPerson(server)]
    await getTokens(first.browser, silent)
    await getTokens(next.browser, party)

    await first.browser.delete('/api/session')
    await sender.send()
    await requested.promise
    await next.browser.delete('/api/session')
    const responded = new Promise<void>((resolve) => {
      app.behavior.onResponse = resolve
    })
    await sender.send()
    await responded
    assert.deepEqual([hanging.received.length, app.received.length], [1, 1])
    release()
    await sender.settled()
    assert.deepEqual(await readSessionApps(), [])
    hanging.server.close()
  })

  test('is sent by a running server within a second', async () => {
    const { browser } = await signInPerson(server)
    await getTokens(browser, party)
    const responded = new Promise<void>((resolve) => {
      app.behavior.onResponse = resolve
    })
    const stop = startBackchannelLogout(second.context, second.oidc)
    // The timer lets the process end; the test must not.
    const alive = setInterval(() => undefined, 1000)
    await openBrowserAs(browser).delete('/api/session')
    await responded
    clearInterval(alive)
    await stop()
    assert.deepEqual([app.received.length, await readSessionApps()], [1, []])
  })

  function openBrowserAs(browser: { cookies: Map<string, string> }) {
    const same = openBrowser(server)
    for (const [name, value] of browser.cookies) same.cookies.set(name, value)
    return same
  }
})
