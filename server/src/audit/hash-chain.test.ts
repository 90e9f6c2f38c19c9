import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ACTIVITY_KEPT_MS, ADDRESS_KEPT_MS, NOTICE_KEPT_MS } from '@countersign/contract/limits.ts'
import type { ActivityCheck } from '@countersign/contract/routes/activity.ts'
import { activityCheckSchema } from '@countersign/contract/schemas/activity.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { purge } from '../operations/purge.ts'
import { type Queries, type SqlValue, statement } from '../platform/store/database.ts'
import { seal } from './hash-chain.ts'
import { purgeEvents, truncateOldIps } from './purge-events.ts'
import { recordEvent } from './record-event.ts'
import { verifyChain } from './verify-hash-chain.ts'

const EVENTS = 5

/** Every column of an event, and something else than what it holds. */
const TAMPERED: [column: string, value: SqlValue, why: string][] = [
  ['id', 'evt_00000000000000000000000000', 'changed'],
  ['at', 1, 'changed'],
  ['kind', 'sign_out', 'changed'],
  ['outcome', 'error', 'changed'],
  ['code', 'forbidden', 'changed'],
  ['actor', 'system', 'changed'],
  ['actor_id', 'per_00000000000000000000000000', 'changed'],
  ['person_id', 'per_00000000000000000000000000', 'changed'],
  ['session_id', 'ses_00000000000000000000000000', 'changed'],
  ['data', '{"n":99}', 'changed'],
  ['personal_hash', new Uint8Array(32), 'changed'],
  ['hash', new Uint8Array(32), 'changed'],
  ['hash', null, 'changed'],
  ['salt', new Uint8Array(16), 'personal_changed'],
  ['ip', '198.51.100.1', 'personal_changed'],
  ['address', null, 'personal_changed'],
  ['device', 'Safari on iPhone', 'personal_changed'],
  ['seq', null, 'missing'],
  ['seq', 1000, 'missing'],
]

forEachEngine('audit hash chain', (engine) => {
  const servers: TestServer[] = []
  after(() => Promise.all(servers.map((server) => server.close())))

  async function start(databaseUrl?: string): Promise<TestServer> {
    const server = await startServer(engine, databaseUrl === undefined ? {} : { databaseUrl })
    servers.push(server)
    return server
  }

  async function record({ context }: TestServer, count: number): Promise<void> {
    for (let n = 0; n < count; n++)
      await recordEvent(context, context.store, {
        kind: 'sign_in.refused',
        outcome: 'refused',
        code: 'signature_invalid',
        source: { ip: '203.0.113.77', device: 'Chrome on Windows' },
        address: `0x${'ab'.repeat(20)}`,
        data: { n },
      })
  }

  const verify = ({ context }: TestServer): Promise<ActivityCheck> => verifyChain(context.store, context.now())
  const inOrder = (server: TestServer) =>
    readRows(server, 'SELECT id, seq FROM activity WHERE seq IS NOT NULL ORDER BY seq')

  test('starts empty, grows with sealed events and verifies', async () => {
    const server = await start()
    assert.deepEqual(await verify(server), { ok: true, checked: 0, firstBad: null, head: null })
    await record(server, 3)
    assert.equal(await seal(server.context), 3)
    const before = await verify(server)
    assert.match(before.head ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(before, { ok: true, checked: 3, firstBad: null, head: before.head })
    await record(server, 2)
    assert.equal(await seal(server.context), 2)
    assert.equal(await seal(server.context), 0)
    const after = await verify(server)
    assert.deepEqual(after, { ok: true, checked: 5, firstBad: null, head: after.head })
    assert.notEqual(after.head, before.head)
    assert.deepEqual(
      (await inOrder(server)).map(({ seq }) => seq),
      [1, 2, 3, 4, 5],
    )
  })

  test('seals more events than fit into one batch or page', async () => {
    const server = await start()
    await server.context.store.transaction(async (queries) => {
      for (let n = 0; n < 1201; n++) await recordEvent(server.context, queries, { kind: 'sign_out', data: { n } })
    })
    assert.equal(await seal(server.context), 1201)
    const { ok, checked } = await verify(server)
    assert.deepEqual([ok, checked], [true, 1201])
    const kept = await readRows(server, 'SELECT data FROM activity ORDER BY seq')
    assert.deepEqual(
      kept.map(({ data }) => data),
      Array.from({ length: 1201 }, (_, n) => `{"n":${n}}`),
    )
  })

  test('detects tampering with any column of an event', async () => {
    const server = await start()
    await record(server, EVENTS)
    await seal(server.context)
    const whole = await verify(server)
    for (const [column, value, why] of TAMPERED)
      for (const seq of [1, 3]) {
        const [row] = await readRows(server, `SELECT id, ${column} AS was FROM activity WHERE seq = ?`, seq)
        const id = String(row?.id)
        const now = column === 'id' ? String(value) : id
        await changeRows(server, `UPDATE activity SET ${column} = ? WHERE id = ?`, value, id)
        const { ok, checked, firstBad } = await verify(server)
        assert.deepEqual(
          { column, ok, checked, firstBad },
          { column, ok: false, checked: seq - 1, firstBad: { seq, id: why === 'missing' ? null : now, why } },
        )
        await changeRows(server, `UPDATE activity SET ${column} = ? WHERE id = ?`, row?.was ?? null, now)
        assert.deepEqual(await verify(server), whole)
      }
  })

  test('detects removed, inserted and swapped events', async () => {
    const server = await start()
    await record(server, EVENTS)
    await seal(server.context)
    await changeRows(server, 'UPDATE activity SET seq = 99 WHERE seq = 2')
    await changeRows(server, 'UPDATE activity SET seq = 2 WHERE seq = 3')
    await changeRows(server, 'UPDATE activity SET seq = 3 WHERE seq = 99')
    assert.equal((await verify(server)).firstBad?.why, 'changed')
    await changeRows(server, 'DELETE FROM activity WHERE seq = 2')
    assert.deepEqual((await verify(server)).firstBad, { seq: 2, id: null, why: 'missing' })
    await changeRows(
      server,
      `INSERT INTO activity (id, at, kind, outcome, actor, data, seq, personal_hash, hash)
      SELECT 'evt_00000000000000000000000001', at, kind, outcome, actor, data, 2, personal_hash, hash FROM activity WHERE seq = 1`,
    )
    assert.deepEqual((await verify(server)).firstBad, {
      seq: 2,
      id: 'evt_00000000000000000000000001',
      why: 'changed',
    })
  })

  test('detects a truncated end when its head was kept elsewhere', async () => {
    const server = await start()
    await record(server, 3)
    await seal(server.context)
    const { head } = await verify(server)
    await changeRows(server, 'DELETE FROM activity WHERE seq = 3')
    const cut = await verify(server)
    assert.deepEqual([cut.ok, cut.head === head], [true, false])
  })

  test('detects an event that is a minute old and not sealed', async () => {
    const server = await start()
    await record(server, 2)
    await seal(server.context)
    await record(server, 1)
    await changeRows(server, 'UPDATE activity SET seq = NULL WHERE seq = 3')
    assert.equal((await verify(server)).ok, true)
    server.clock.now += 60_001
    const [{ id } = { id: '' }] = await readRows(server, 'SELECT id FROM activity WHERE seq IS NULL')
    assert.deepEqual((await verify(server)).firstBad, { seq: 3, id, why: 'not_sealed' })
  })

  test('truncates old addresses step by step and waits for events that are not sealed', async () => {
    const server = await start()
    const ips = async () => (await readRows(server, 'SELECT ip FROM activity ORDER BY id')).map(({ ip }) => ip)
    const truncate = () => truncateOldIps(server.context, server.clock.now - ADDRESS_KEPT_MS)
    await record(server, 3)
    await seal(server.context)
    await changeRows(server, 'UPDATE activity SET seq = NULL, hash = NULL WHERE seq = 3')
    await truncate()
    assert.deepEqual(await ips(), ['203.0.113.77', '203.0.113.77', '203.0.113.77'])
    server.clock.now += ADDRESS_KEPT_MS + 1
    await record(server, 1)
    await changeRows(server, 'UPDATE activity SET seq = NULL, hash = NULL WHERE seq = 3')
    await truncate()
    assert.deepEqual(await ips(), ['203.0.113.0/24', '203.0.113.0/24', '203.0.113.77', '203.0.113.77'])
    await seal(server.context)
    await truncate()
    assert.deepEqual(await ips(), ['203.0.113.0/24', '203.0.113.0/24', '203.0.113.0/24', '203.0.113.77'])
    assert.equal((await verify(server)).ok, true)
    server.clock.now += ADDRESS_KEPT_MS + 1
    await truncate()
    assert.deepEqual(new Set(await ips()), new Set(['203.0.113.0/24']))
    assert.equal((await verify(server)).ok, true)
  })

  test('stays one chain when events of an earlier version are sealed between new ones', async () => {
    const server = await start()
    const { context } = server
    await record(server, 5)
    await seal(context)
    await changeRows(server, 'UPDATE activity SET seq = NULL, personal_hash = NULL, hash = NULL WHERE seq > 2')
    const add = () => context.store.transaction((queries) => recordEvent(context, queries, { kind: 'sign_out' }))
    // SQLite commits all of them together, in this order.
    const working: Promise<unknown>[] = [add(), seal(context)]
    for (let turn = 0; turn < 50; turn++) await undefined
    working.push(add(), add())
    await Promise.all(working)
    await seal(context)
    const { ok, checked, firstBad } = await verify(server)
    assert.deepEqual({ ok, checked, firstBad }, { ok: true, checked: 8, firstBad: null })
  })

  for (const repeatable of [true, false])
    test(`stays one chain when work fails next to others that are ${repeatable ? '' : 'not '}repeatable`, async () => {
      const server = await start()
      const { context } = server
      const duplicate = statement("INSERT INTO setting (key, value, changed_at) VALUES ('taken', '', 0)")
      await context.store.run(duplicate)
      const works = Array.from({ length: 24 }, (_, n) =>
        context.store.transaction(
          async (queries) => {
            if (n % 5 === 1) throw new Error('failed before it wrote')
            await recordEvent(context, queries, { kind: 'sign_out', data: { n } })
            if (n % 5 === 2) throw new Error('failed after it wrote')
            if (n % 5 === 3) await queries.run(duplicate)
            await recordEvent(context, queries, { kind: 'sign_out', data: { n, again: true } })
          },
          { repeatable },
        ),
      )
      const succeeded = (await Promise.allSettled(works)).filter(({ status }) => status === 'fulfilled').length
      assert.equal(succeeded, 9)
      await seal(context)
      const { ok, checked, firstBad } = await verify(server)
      assert.deepEqual({ ok, checked, firstBad }, { ok: true, checked: 2 * succeeded, firstBad: null })
    })

  test('stays one chain when two nodes seal concurrently while events arrive', async () => {
    const databaseUrl = await engine.createDatabase()
    const nodes = [await start(databaseUrl), await start(databaseUrl)]
    for (let round = 0; round < 5; round++)
      await Promise.all(nodes.flatMap((node) => [record(node, 10), seal(node.context), seal(node.context)]))
    await Promise.all(nodes.map((node) => seal(node.context)))
    for (const node of nodes) {
      const { ok, checked, firstBad } = await verify(node)
      assert.deepEqual({ ok, checked, firstBad }, { ok: true, checked: 100, firstBad: null })
    }
    const [node] = nodes
    const counted = node ? await readRows(node, `SELECT key, count FROM hourly_stat ORDER BY key`) : []
    assert.deepEqual(counted, [
      { key: 'code:signature_invalid', count: 100 },
      { key: 'refused', count: 100 },
    ])
  })

  test('stays verifiable when old events are purged, even all of them', async () => {
    const server = await start()
    await record(server, 3)
    await seal(server.context)
    server.clock.now += ACTIVITY_KEPT_MS / 2
    await record(server, 2)
    await seal(server.context)
    const { head } = await verify(server)
    server.clock.now += ACTIVITY_KEPT_MS / 2 + 1
    await purge(server.context)
    assert.deepEqual(await verify(server), { ok: true, checked: 2, firstBad: null, head })
    assert.deepEqual(
      (await inOrder(server)).map(({ seq }) => seq),
      [4, 5],
    )
    await changeRows(server, 'DELETE FROM activity WHERE seq = 4')
    assert.deepEqual((await verify(server)).firstBad, { seq: 4, id: null, why: 'missing' })

    server.clock.now += ACTIVITY_KEPT_MS
    await purge(server.context)
    assert.deepEqual(await verify(server), { ok: true, checked: 0, firstBad: null, head })
    await record(server, 1)
    await seal(server.context)
    const { ok, checked } = await verify(server)
    assert.deepEqual([ok, checked, (await inOrder(server)).map(({ seq }) => seq)], [true, 1, [6]])
  })

  test('verifies while old events are being purged', async () => {
    const server = await start()
    const { context } = server
    const recordMany = (count: number) =>
      context.store.transaction(async (queries) => {
        for (let n = 0; n < count; n++) await recordEvent(context, queries, { kind: 'sign_out' })
      })
    await recordMany(550)
    server.clock.now += 1000
    await recordMany(50)
    await seal(context)
    const { head } = await verify(server)
    const between: Queries = {
      ...context.store,
      async all(query, ...values) {
        const rows = await context.store.all(query, ...values)
        if (rows.length === 500) await purgeEvents(context, context.now())
        return rows
      },
    }
    assert.deepEqual(await verifyChain(between, context.now()), { ok: true, checked: 550, firstBad: null, head })
    assert.equal((await inOrder(server)).length, 50)
  })

  test('masks IP addresses after their retention time and still verifies', async () => {
    const server = await start()
    const browser = openBrowser(server, { address: '203.0.113.77' })
    expectStarted(await signIn(browser, newAccount()))
    await seal(server.context)
    server.clock.now += ADDRESS_KEPT_MS + 1
    await record(server, 1)
    await purge(server.context)
    const kept = await readRows(server, 'SELECT kind, ip, salt IS NULL AS forgotten FROM activity ORDER BY id')
    const forgotten = (value: boolean) => (engine.name === 'sqlite' ? Number(value) : value)
    assert.deepEqual(kept, [
      { kind: 'person.created', ip: '203.0.113.0/24', forgotten: forgotten(true) },
      { kind: 'sign_in.ok', ip: '203.0.113.0/24', forgotten: forgotten(true) },
      { kind: 'sign_in.refused', ip: '203.0.113.77', forgotten: forgotten(false) },
      { kind: 'session.expired', ip: null, forgotten: forgotten(false) },
    ])
    assert.deepEqual(await readRows(server, 'SELECT ip_first, ip_last, ip_whole FROM session'), [
      { ip_first: '203.0.113.0/24', ip_last: '203.0.113.0/24', ip_whole: 0 },
    ])
    await seal(server.context)
    const { ok, checked } = await verify(server)
    assert.deepEqual([ok, checked], [true, 4])
    await changeRows(server, `UPDATE activity SET kind = 'sign_out' WHERE seq = 1`)
    assert.equal((await verify(server)).firstBad?.why, 'changed')
  })

  test('keeps the last used IP address of an active session, not the first', async () => {
    const server = await start()
    const browser = openBrowser(server, { address: '203.0.113.77' })
    expectStarted(await signIn(browser, newAccount()))
    await changeRows(server, `UPDATE session SET expires_at = ?, idle_expires_at = ?`, 9e15, 9e15)
    server.clock.now += ADDRESS_KEPT_MS + 1
    assert.equal((await browser.post('/api/session/touch')).status, 204)
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT ip_first, ip_last, ip_whole FROM session'), [
      { ip_first: '203.0.113.0/24', ip_last: '203.0.113.77', ip_whole: 1 },
    ])
  })

  test('purges unread notices after their retention time', async () => {
    const server = await start()
    const account = newAccount()
    for (const browser of [openBrowser(server), openBrowser(server)]) expectStarted(await signIn(browser, account))
    server.clock.now += NOTICE_KEPT_MS
    await purge(server.context)
    assert.equal((await readRows(server, 'SELECT id FROM notice')).length, 1)
    server.clock.now += 1
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT id FROM notice'), [])
  })

  test('is verified in the browser by auditors, admins and owners only', async () => {
    const server = await start()
    const browser = openBrowser(server)
    const { me } = expectStarted(await signIn(browser, newAccount()))
    expectProblem(await browser.get('/api/admin/activity/verify'), 'forbidden')
    await changeRows(server, `UPDATE person SET role = 'auditor' WHERE id = ?`, me.id)
    await seal(server.context)
    const answer = await browser.get('/api/admin/activity/verify')
    const check = activityCheckSchema.parse(answer.json)
    assert.deepEqual(check, { ok: true, checked: 3, firstBad: null, head: check.head })
  })
})
