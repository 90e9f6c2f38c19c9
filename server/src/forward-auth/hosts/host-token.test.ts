import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { TOKENS_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { createHostToken, listHosts } from '@countersign/contract/schemas/admin/host.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { addProtectedHost } from '../../../../test/support/proxies/protected-host.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { verifyHostToken } from './host-token.ts'

const DAY_MS = 86_400_000

forEachEngine('tokens of a protected host', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let host: Host
  let path: string
  beforeEach(async () => {
    server = await startServer(engine)
    server.context.rates = { ...server.context.rates, take: () => undefined }
    admin = await addPerson(server, 'admin')
    host = await addProtectedHost(server, 'a.example')
    path = `/api/admin/hosts/${host.id}/tokens`
  })
  afterEach(() => server.close())

  const addToken = async (name: string, days?: number) =>
    createHostToken.answer.parse((await admin.signed('POST', path, { name, ...(days ? { days } : {}) })).json)
  const listTokens = async () =>
    listHosts.answer.parse((await admin.browser.get('/api/admin/hosts')).json).items[0]?.tokens

  test('are returned once, stored as a hash, listed, revoked and audited', async () => {
    const { token, item } = await addToken('ci', 30)
    assert.match(token, /^cs_host_[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(item, {
      id: item.id,
      name: 'ci',
      hint: token.slice(-4),
      createdAt: '2026-11-15T10:00:00.000Z',
      expiresAt: '2026-12-15T10:00:00.000Z',
      lastUsedAt: null,
    })
    assert.deepEqual(await listTokens(), [item])
    const [row] = await readRows(server, 'SELECT * FROM host_token')
    assert.deepEqual(Buffer.from(row?.token_hash as Uint8Array), sha256(token)) // a hash is bytes
    assert.equal(Object.values(row ?? {}).includes(token), false)
    assert.equal((await admin.signed('DELETE', `${path}/${item.id}`)).status, 204)
    expectProblem(await admin.signed('DELETE', `${path}/${item.id}`), 'not_found')
    assert.deepEqual(await listTokens(), [])
    const data = { hostId: host.id, host: 'a.example', tokenId: item.id, token: 'ci' }
    const events = await readEvents(server, 'host.token_created', 'host.token_deleted')
    assert.deepEqual(
      events.map(({ kind, actor_id, data }) => ({ kind, actor_id, data })),
      [
        { kind: 'host.token_created', actor_id: admin.id, data },
        { kind: 'host.token_deleted', actor_id: admin.id, data },
      ],
    )
    assert.doesNotMatch(server.logLines.join(), /cs_host_/)
  })

  test('are revoked and audited one by one', async () => {
    const [one, two] = [(await addToken('one')).item, (await addToken('two')).item]
    assert.equal((await admin.signed('DELETE', `${path}/${two.id}`)).status, 204)
    assert.deepEqual(await listTokens(), [one])
    expectProblem(await admin.signed('DELETE', `${path}/${two.id}`), 'not_found')
    const events = await readEvents(server, 'host.token_deleted')
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ hostId: host.id, host: 'a.example', tokenId: two.id, token: 'two' }],
    )
  })

  test('are listed with their last use, which is written once a minute at most, also for concurrent requests', async () => {
    const { token, item } = await addToken('ci')
    const jobs: { what: string; work: () => Promise<unknown> }[] = []
    const background = {
      ...server.context.background,
      run: (what: string, work: () => Promise<unknown>) => jobs.push({ what, work }),
    }
    const verify = () => verifyHostToken({ ...server.context, background }, host.id, token)
    const usedAt = new Date(server.clock.now).toISOString()
    assert.equal((await verify())?.id, item.id)
    server.clock.now += 30_000
    await verify()
    const concurrent = jobs.splice(0)
    for (const { work } of concurrent) await work()
    assert.deepEqual(
      concurrent.map(({ what }) => what),
      Array(2).fill('record when a host token was used'),
    )
    assert.deepEqual(await listTokens(), [{ ...item, expiresAt: null, lastUsedAt: usedAt }])
    server.clock.now += 30_000
    await verify()
    assert.deepEqual(jobs, [])
    server.clock.now += 1
    await verify()
    assert.equal(jobs.length, 1)
  })

  test('have unique names, also when created concurrently', async () => {
    for (let count = 0; count < 20; count++) await grantStepUp(server, admin, `hosts.tokens:${host.id}`)
    const responses = await Promise.all(Array.from({ length: 20 }, () => admin.browser.post(path, { name: 'ci' })))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    const { fields } = expectProblem(await admin.signed('POST', path, { name: 'ci' }), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/name', code: 'taken' }])
    assert.equal((await addToken('other')).item.name, 'other')
  })

  test('are at most twenty, of which expired ones make room', async () => {
    for (let count = 0; count < TOKENS_PER_HOST - 1; count++) await addToken(`t${count}`, count === 0 ? 1 : undefined)
    for (let count = 0; count < 5; count++) await grantStepUp(server, admin, `hosts.tokens:${host.id}`)
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, count) => admin.browser.post(path, { name: `x${count}` })),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    expectProblem(await admin.signed('POST', path, { name: 'more' }), 'host_token_limit')
    server.clock.now += DAY_MS
    admin = await addPerson(server, 'admin')
    assert.equal((await addToken('t0')).item.name, 't0')
    expectProblem(await admin.signed('POST', path, { name: 'more' }), 'host_token_limit')
  })

  test('are revoked through their own host only, and deleted with it', async () => {
    const { item } = await addToken('ci')
    const other = await addProtectedHost(server, 'b.example')
    await admin.signed('POST', `/api/admin/hosts/${other.id}/tokens`, { name: 'other' })
    expectProblem(await admin.signed('DELETE', `/api/admin/hosts/${other.id}/tokens/${item.id}`), 'not_found')
    assert.deepEqual(await listTokens(), [item])
    expectProblem(
      await admin.signed('POST', '/api/admin/hosts/hst_00000000000000000000000000/tokens', { name: 'ci' }),
      'not_found',
    )
    await grantStepUp(server, admin, 'admin.mode')
    assert.equal((await admin.change('DELETE', `/api/admin/hosts/${host.id}`, undefined)).status, 204)
    assert.deepEqual(await readRows(server, 'SELECT name FROM host_token'), [{ name: 'other' }])
  })

  test('stay listed when their host is changed', async () => {
    const { item } = await addToken('ci')
    await grantStepUp(server, admin, 'admin.mode')
    const changed = await admin.change('PATCH', `/api/admin/hosts/${host.id}`, { name: 'Other' })
    assert.deepEqual((changed.json as Host).tokens, [item]) // a good answer is one
  })
})
