import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RANGE_MAX_MS, RATE_EXPORTS_PER_PERSON } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import { activitySchema, listActivity } from '@countersign/contract/schemas/activity.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { stepUp } from '../../../test/support/server/wallets.ts'
import { newId } from '../platform/crypto/id.ts'
import { exportEvents } from './export-events.ts'
import { recordEvent } from './record-event.ts'

const HOUR_MS = 60 * 60 * 1000

forEachEngine('audit events', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const iso = (time: number) => new Date(time).toISOString()

  async function arrive(role: Role = 'member') {
    server.clock.now += 1000
    const account = newAccount()
    const browser = openBrowser(server, { address: '203.0.113.77' })
    const { me, session } = expectStarted(await signIn(browser, account))
    if (role !== 'member') await changeRows(server, 'UPDATE person SET role = ? WHERE id = ?', role, me.id)
    const short = `${account.address.slice(0, 6)}…${account.address.slice(-4)}`
    return { browser, account, id: me.id, sessionId: session.id, walletId: session.wallet.id, short }
  }

  async function list(browser: Browser, path: string) {
    const answer = await browser.get(path)
    assert.equal(answer.status, 200, answer.text)
    return listActivity.answer.parse(answer.json)
  }

  const kindsOf = (items: Activity[]) => items.map(({ kind }) => kind)

  test('returns one’s own events with actor, action, IP address and wallet', async () => {
    const one = await arrive()
    await arrive()
    const { items, nextCursor } = await list(one.browser, '/api/me/activity')
    const about = {
      at: iso(server.clock.now - 1000),
      outcome: 'ok' as const,
      code: null,
      actor: { type: 'person' as const, id: one.id, label: one.short },
      person: { id: one.id, label: one.short },
      address: one.account.address,
      sessionId: one.sessionId,
      device: 'Unknown browser',
      maskedIp: '203.0.113.x',
    }
    assert.deepEqual(
      items.map(({ id, ...event }) => event),
      [
        {
          ...about,
          kind: 'sign_in.ok',
          data: { walletId: one.walletId, wallet: null, created: true, knownDevice: false },
        },
        { ...about, kind: 'person.created', data: { role: 'member' } },
      ],
    )
    assert.equal(nextCursor, null)
    await changeRows(server, `UPDATE person SET display_name = 'Ada' WHERE id = ?`, one.id)
    assert.equal((await list(one.browser, '/api/me/activity')).items[0]?.actor.label, 'Ada')
  })

  test('filters by type and time and pages without losing or repeating events', async () => {
    const one = await arrive()
    const start = server.clock.now
    for (let n = 0; n < 7; n++) {
      server.clock.now += HOUR_MS
      await recordEvent(server.context, server.context.store, {
        kind: n % 2 === 0 ? 'wallet.renamed' : 'wallet.primary',
        actorId: one.id,
        personId: one.id,
        data: { n },
      })
    }
    const numbers = async (query: string) =>
      (await list(one.browser, `/api/me/activity${query}`)).items.map(({ data }) => data.n)
    assert.deepEqual(await numbers('?kind=wallet.renamed'), [6, 4, 2, 0])
    assert.deepEqual(await numbers(`?from=${iso(start + 5 * HOUR_MS)}`), [6, 5, 4])
    assert.deepEqual(await numbers(`?from=${iso(start + 1)}&to=${iso(start + 3 * HOUR_MS)}`), [1, 0])
    assert.deepEqual(await numbers(`?kind=wallet.primary&from=${iso(start + 3 * HOUR_MS)}`), [5, 3])
    assert.deepEqual(await numbers(`?from=${iso(server.clock.now)}&to=${iso(start)}`), [])

    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(one.browser, `/api/me/activity?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ data }) => data.n))
      cursor = page.nextCursor
    }
    assert.deepEqual(seen, [6, 5, 4, 3, 2, 1, 0, undefined, undefined])
  })

  test('shows actions of others on one’s account without their IP address', async () => {
    const one = await arrive()
    const admin = await arrive('admin')
    await stepUp(admin.browser, admin.account, 'admin.mode')
    const [session] = await readRows(server, 'SELECT id FROM session WHERE person_id = ?', one.id)
    assert.equal((await admin.browser.delete(`/api/admin/sessions/${session?.id}`)).status, 204)
    expectStarted(await signIn(one.browser, one.account))
    const { items } = await list(one.browser, '/api/me/activity?kind=session.ended')
    assert.deepEqual(
      items.map(({ actor, device, maskedIp }) => ({ actor, device, maskedIp })),
      [{ actor: { type: 'person', id: admin.id, label: admin.short }, device: null, maskedIp: null }],
    )
    const seenByAdmin = await list(admin.browser, `/api/admin/activity?kind=session.ended&person=${one.id}`)
    assert.equal(seenByAdmin.items[0]?.maskedIp, '203.0.113.x')
  })

  test('lets auditors, admins and owners read all events with every filter', async () => {
    const member = await arrive()
    expectProblem(await member.browser.get('/api/admin/activity'), 'forbidden')
    const auditor = await arrive('auditor')
    const listActivity = async (query: string) => (await list(auditor.browser, `/api/admin/activity?${query}`)).items
    const { context } = server
    const about = { actorId: auditor.id, personId: member.id, address: member.account.address.toLowerCase() }
    await recordEvent(context, context.store, { ...about, kind: 'wallet.linked' })
    await recordEvent(context, context.store, {
      ...about,
      kind: 'step_up.refused',
      outcome: 'refused',
      code: 'wallet_not_yours',
    })
    assert.deepEqual(kindsOf(await listActivity(`actor=${auditor.id}&person=${member.id}`)), [
      'step_up.refused',
      'wallet.linked',
    ])
    assert.deepEqual(kindsOf(await listActivity(`actor=${auditor.id}&person=${member.id}&outcome=ok`)), [
      'wallet.linked',
    ])
    assert.deepEqual(kindsOf(await listActivity('code=wallet_not_yours')), ['step_up.refused'])
    assert.deepEqual(kindsOf(await listActivity(`outcome=refused&person=${member.id}`)), [
      'step_up.refused',
      'access.refused',
    ])
    assert.deepEqual(await listActivity('outcome=error'), [])
    assert.deepEqual(kindsOf(await listActivity(`person=${member.id}`)), [
      'step_up.refused',
      'wallet.linked',
      'access.refused',
      'sign_in.ok',
      'person.created',
    ])
    const [newest] = await listActivity('limit=1')
    assert.equal(newest?.kind, 'step_up.refused')
  })

  test('filters by app, for auditors across all events and for oneself', async () => {
    const [one, other] = [await arrive(), await arrive('auditor')]
    const { context } = server
    const [wiki, shop] = [newId(context, 'app'), newId(context, 'app')]
    for (const [personId, appId, kind] of [
      [one.id, wiki, 'grant.given'],
      [one.id, shop, 'oidc.authorized'],
      [other.id, wiki, 'oidc.authorized'],
      [one.id, wiki, 'oidc.authorized'],
    ] as const)
      await recordEvent(context, context.store, { kind, actorId: personId, personId, data: { appId } })
    const listedEvents = async (browser: Browser, path: string) =>
      (await list(browser, path)).items.map(({ kind, person }) => [kind, person?.id])
    assert.deepEqual(await listedEvents(other.browser, `/api/admin/activity?app=${wiki}`), [
      ['oidc.authorized', one.id],
      ['oidc.authorized', other.id],
      ['grant.given', one.id],
    ])
    assert.deepEqual(await listedEvents(other.browser, `/api/admin/activity?app=${wiki}&kind=grant.given`), [
      ['grant.given', one.id],
    ])
    assert.deepEqual(await listedEvents(other.browser, `/api/admin/activity?app=${wiki}&person=${other.id}`), [
      ['oidc.authorized', other.id],
    ])
    assert.deepEqual(await listedEvents(one.browser, `/api/me/activity?app=${wiki}`), [
      ['oidc.authorized', one.id],
      ['grant.given', one.id],
    ])
    const odd = { reason: `\u0000\ud800","appId":"${shop}"`, appId: wiki }
    await recordEvent(context, context.store, { kind: 'oidc.refused', personId: one.id, data: odd })
    assert.deepEqual(await listedEvents(one.browser, `/api/me/activity?app=${wiki}&kind=oidc.refused`), [
      ['oidc.refused', one.id],
    ])
    const csv = await one.browser.get(`/api/me/activity.csv?app=${shop}`)
    assert.equal(csv.text.split('\r\n').length, 3)
    // The app id is a generated column of the sealed data, so it cannot be changed on its own.
    await assert.rejects(changeRows(server, 'UPDATE activity SET app_id = ? WHERE app_id = ?', wiki, shop))
  })

  test('rejects an invalid filter by name and a time range that is too long', async () => {
    const { browser } = await arrive('auditor')
    const fieldsOf = async (query: string) =>
      expectProblem(await browser.get(`/api/admin/activity?${query}`), 'invalid_body').fields
    assert.deepEqual(await fieldsOf('kind=nonsense'), [{ path: '/kind', code: 'invalid_value' }])
    assert.deepEqual(await fieldsOf('from=2026-13-41T10:00:00.000Z'), [{ path: '/from', code: 'no_such_time' }])
    assert.deepEqual(await fieldsOf('cursor=abc'), [{ path: '/cursor', code: 'unknown_cursor' }])
    assert.deepEqual(await fieldsOf(`person=';DROP`), [{ path: '/person', code: 'invalid_format' }])
    assert.deepEqual(await fieldsOf('app=wiki'), [{ path: '/app', code: 'invalid_format' }])
    const from = iso(server.clock.now - RANGE_MAX_MS - 1)
    for (const path of ['/api/me/activity', '/api/me/activity.csv', '/api/admin/activity'])
      expectProblem(await browser.get(`${path}?from=${from}`), 'range_too_long')
    assert.equal((await browser.get(`/api/me/activity?from=${iso(server.clock.now - RANGE_MAX_MS)}`)).status, 200)
  })

  test('rejects an export requested by a cross-site link or form', async () => {
    const { browser } = await arrive('owner')
    for (const path of ['/api/me/activity.csv', '/api/admin/activity.csv', '/api/admin/activity.jsonl'])
      for (const headers of [
        { 'x-countersign': undefined },
        { 'x-countersign': undefined, 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ])
        expectProblem(await browser.call({ path, headers }), 'csrf_refused')
  })

  test('exports one’s own events as CSV without formulas', async () => {
    const one = await arrive()
    await arrive()
    await changeRows(server, `UPDATE person SET display_name = ? WHERE id = ?`, '=cmd|"/c calc"!A1', one.id)
    const answer = await one.browser.get('/api/me/activity.csv')
    assert.deepEqual(
      [answer.status, answer.headers['content-type'], answer.headers['content-disposition']],
      [200, 'text/csv; charset=utf-8', 'attachment; filename="countersign-activity.csv"'],
    )
    const [header, ...lines] = answer.text.split('\r\n')
    assert.ok(header?.startsWith('\u{feff}at,kind,'))
    assert.equal(lines.pop(), '')
    assert.equal(lines.length, 2)
    for (const line of lines) assert.ok(line.includes(`,"'=cmd|""/c calc""!A1",`), line)
    const { items } = await list(one.browser, '/api/me/activity?kind=export.made')
    assert.deepEqual(items[0]?.data, { what: 'activity', format: 'csv', rows: 2, from: null, to: null })
  })

  test('lets admins export all events as CSV or JSON Lines after a fresh signature', async () => {
    const auditor = await arrive('auditor')
    expectProblem(await auditor.browser.get('/api/admin/activity.csv'), 'forbidden')
    const admin = await arrive('admin')
    expectProblem(await admin.browser.get('/api/admin/activity.jsonl'), 'step_up_required')
    await stepUp(admin.browser, admin.account, 'activity.export')
    const csv = await admin.browser.get(`/api/admin/activity.csv?person=${auditor.id}`)
    assert.equal(csv.text.split('\r\n').length, 5)
    await stepUp(admin.browser, admin.account, 'activity.export')
    const lines = await admin.browser.get(`/api/admin/activity.jsonl?person=${auditor.id}`)
    assert.equal(lines.headers['content-type'], 'application/x-ndjson; charset=utf-8')
    const listedEvents = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => activitySchema.parse(JSON.parse(line)))
    assert.deepEqual(listedEvents, (await list(admin.browser, `/api/admin/activity?person=${auditor.id}`)).items)
    assert.equal(listedEvents.length, 3)
    const made = await list(admin.browser, `/api/admin/activity?kind=export.made&actor=${admin.id}`)
    assert.deepEqual(
      made.items.map(({ data }) => data.format),
      ['jsonl', 'csv'],
    )
  })

  test('rejects an export with too many rows instead of truncating it, and records nothing', async () => {
    const one = await arrive()
    const by = { actorId: one.id, sessionId: one.sessionId, source: { ip: '::1', device: 'x' } }
    const query = { person: one.id }
    await assert.rejects(exportEvents(server.context, { query, by, format: 'csv', limit: 1 }), {
      code: 'range_too_long',
      detail: 'More than 1 events. Use a shorter time range.',
    })
    assert.deepEqual((await list(one.browser, '/api/me/activity?kind=export.made')).items, [])
    const whole = await exportEvents(server.context, { query, by, format: 'jsonl', limit: 2 })
    assert.equal(whole.split('\n').length, 3)
  })

  test('exports one year when no start is given, however late the clock is read', async () => {
    const one = await arrive()
    const by = { actorId: one.id, sessionId: one.sessionId, source: { ip: '::1', device: 'x' } }
    let ticks = 0
    const ticking = { ...server.context, now: () => server.context.now() + ticks++ }
    const whole = await exportEvents(ticking, { query: { person: one.id }, by, format: 'jsonl' })
    assert.equal(whole.trimEnd().split('\n').length, 2)
  })

  test('rate-limits exports', async () => {
    const { browser } = await arrive()
    for (let count = 0; count < RATE_EXPORTS_PER_PERSON.burst; count++)
      assert.equal((await browser.get('/api/me/activity.csv')).status, 200)
    expectProblem(await browser.get('/api/me/activity.csv'), 'rate_limited')
  })
})
