import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { GROUPS_PER_APP, HOSTS_MAX, RULE_PATH_MAX, RULES_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { hostSchema, listHosts as listHostsSchema } from '@countersign/contract/schemas/admin/host.ts'
import { accessRuleFor } from '../../../../test/support/access-rule.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, openRegistration } from '../../../../test/support/database/rows.ts'
import { type HttpResponse, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const PATH = '/api/admin/hosts'

forEachEngine('protected hosts', (engine) => {
  let server: TestServer
  let admin: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
  })
  afterEach(() => server.close())

  const createHost = (host: string, groupIds: string[] = []) =>
    admin.browser.post(PATH, { host, name: 'A site', ...accessRuleFor(groupIds) })
  const hostOf = (response: HttpResponse): Host => hostSchema.parse(response.json)
  const listHosts = async () => ((await admin.browser.get(PATH)).json as { items: Host[] }).items // compared next

  test('are created, restricted to groups, disabled and deleted, and audited', async () => {
    const { json } = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    const group = (json as { id: string }).id // a good answer has one
    const host = hostOf(await createHost('grafana.example:8443'))
    assert.deepEqual(host, {
      id: host.id,
      host: 'grafana.example:8443',
      name: 'A site',
      enabled: true,
      access: 'everyone',
      groupIds: [],
      rules: [],
      headers: [],
      tokens: [],
      createdAt: '2026-11-15T10:00:00.000Z',
      version: 1,
    })
    const other = hostOf(await createHost('a.example', [group, group]))
    assert.deepEqual(other.groupIds, [group])
    assert.deepEqual(await listHosts(), [other, host])
    const at = `${PATH}/${host.id}`
    const change = { enabled: false, name: 'Grafana', ...accessRuleFor([group]) }
    const changed = hostOf(await admin.change('PATCH', at, change))
    assert.deepEqual(changed, { ...host, ...change, version: 2 })
    assert.deepEqual(hostOf(await admin.change('PATCH', at, change, 2)), changed)
    expectProblem(await admin.change('PATCH', at, change, 1), 'version_conflict')
    expectProblem(await admin.change('DELETE', at, undefined, 1), 'version_conflict')
    assert.equal((await admin.change('DELETE', at, undefined, 2)).status, 204)
    expectProblem(await admin.change('DELETE', at, undefined, 2), 'not_found')
    const events = await readEvents(server, 'host.created', 'host.updated', 'host.deleted')
    const data = { hostId: host.id, host: 'grafana.example:8443' }
    assert.deepEqual(
      events.map(({ kind, data }) => ({ kind, data })),
      [
        { kind: 'host.created', data },
        { kind: 'host.created', data: { hostId: other.id, host: 'a.example' } },
        { kind: 'host.updated', data: { ...data, fields: 'name enabled access groupIds' } },
        { kind: 'host.deleted', data },
      ],
    )
  })

  test('are checked at a new path once it is rotated, on every node at once', async () => {
    const databaseUrl = await engine.createDatabase()
    const nodes = [await startServer(engine, { databaseUrl }), await startServer(engine, { databaseUrl })] as const
    try {
      const owner = await addPerson(nodes[0], 'owner')
      await grantStepUp(nodes[0], owner, 'admin.mode')
      for (const host of ['a.example', 'b.example'])
        assert.equal((await owner.browser.post(PATH, { host, name: 'A site', access: 'everyone' })).status, 201)
      const pathNow = async () => listHostsSchema.answer.parse((await owner.browser.get(PATH)).json).checkPath
      const statusesAt = (path: string) =>
        Promise.all(
          nodes.flatMap((node) =>
            ['a.example', 'b.example'].map(async (host) => {
              const headers = { 'x-original-url': `https://${host}/`, 'x-original-method': 'GET' }
              return (await openBrowser(node).call({ path, headers })).status
            }),
          ),
        )
      const paths = [await pathNow()]
      for (const _ of ['once', 'twice']) {
        assert.deepEqual(await statusesAt(paths.at(-1) ?? ''), [401, 401, 401, 401])
        assert.equal((await owner.browser.post(`${PATH}/check-path/rotate`)).status, 204)
        for (const path of paths) assert.deepEqual(await statusesAt(path), [404, 404, 404, 404])
        paths.push(await pathNow())
      }
      assert.deepEqual(await statusesAt(paths.at(-1) ?? ''), [401, 401, 401, 401])
      assert.equal(new Set(paths).size, 3)
      const events = await readEvents(nodes[0], 'host.check_path_rotated')
      assert.deepEqual(
        events.map(({ actor_id }) => actor_id),
        [owner.id, owner.id],
      )
    } finally {
      for (const node of nodes) await node.close()
    }
  })

  test('must be canonical, as a browser serializes them', async () => {
    const refused = ['A.example', 'a.example.', 'a.example:443', 'localhost:80', '0x7f.1', '1.2.3', 'a.example:99999']
    for (const host of [...refused, 'a_b.example', 'user@a.example', '*.example', 'a.example/x', '[::1]'])
      expectProblem(await createHost(host), 'invalid_body')
    for (const host of ['localhost', '127.0.0.1:8080', 'xn--bcher-kva.example', 'a.example:80', 'localhost:443'])
      assert.equal((await createHost(host)).status, 201, host)
  })

  test('cannot be our own host', async () => {
    const { fields } = expectProblem(await createHost('localhost:3000'), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/host', code: 'own_host' }])
  })

  test('cannot be our own host at another port, where session cookies would be sent', async () => {
    const https = await startServer(engine, { environment: { PUBLIC_URL: 'https://id.example:8443' } })
    await openRegistration(https)
    const owner = await addPerson(https, 'admin')
    await grantStepUp(https, owner, 'admin.mode')
    const statusOf = async (host: string) =>
      (await owner.browser.post(PATH, { host, name: 'A site', access: 'everyone' })).status
    const names = ['id.example:8443', 'id.example', 'id.example:9000', 'a.id.example', 'id.example.org']
    const statuses = await Promise.all(names.map(statusOf))
    await https.close()
    assert.deepEqual(statuses, [400, 400, 400, 201, 201])
  })

  test('are unique, also when created concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => createHost('a.example')))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
    expectProblem(await createHost('a.example'), 'host_taken')
  })

  test('are limited in number', async () => {
    for (let count = 0; count < HOSTS_MAX - 1; count++)
      await changeRows(
        server,
        `INSERT INTO protected_host (id, host, name, enabled, access, group_ids, created_at, updated_at, version)
          VALUES (?, ?, 'A site', 1, 'everyone', '[]', 1, 1, 1)`,
        `hst_${count}`,
        `h${count}.example`,
      )
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => createHost(`last${index}.example`)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
    expectProblem(await createHost('more.example'), 'host_limit')
  })

  test('reject unknown groups', async () => {
    const groupIds = ['grp_01AAAAAAAAAAAAAAAAAAAAAAAA']
    const { fields } = expectProblem(await createHost('a.example', groupIds), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/groupIds/0', code: 'unknown_group' }])
    const host = hostOf(await createHost('a.example'))
    expectProblem(await admin.change('PATCH', `${PATH}/${host.id}`, accessRuleFor(groupIds)), 'invalid_body')
  })

  test('require access for everyone or for groups', async () => {
    const { json } = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    const groupIds = [(json as { id: string }).id] // a good answer has one
    const invalidFieldsOf = async (response: Promise<HttpResponse>) =>
      expectProblem(await response, 'invalid_body').fields ?? []
    const addInvalidHost = (more: object) =>
      invalidFieldsOf(admin.browser.post(PATH, { host: 'a.example', name: 'A site', ...more }))
    assert.deepEqual(
      (await addInvalidHost({ groupIds })).map(({ path }) => path),
      ['/access'],
    )
    assert.deepEqual(await addInvalidHost({ access: 'groups' }), [{ path: '/groupIds', code: 'group_required' }])
    assert.deepEqual(await addInvalidHost({ access: 'everyone', groupIds }), [
      { path: '/groupIds', code: 'not_with_everyone' },
    ])
    assert.deepEqual(await listHosts(), [])

    const host = hostOf(await createHost('a.example', groupIds))
    const changeHost = (body: object) => admin.change('PATCH', `${PATH}/${host.id}`, body)
    assert.deepEqual(await invalidFieldsOf(changeHost({ groupIds: [] })), [
      { path: '/groupIds', code: 'group_required' },
    ])
    assert.deepEqual(await listHosts(), [host])
    const opened = { ...host, access: 'everyone', groupIds: [], version: 2 }
    assert.deepEqual(hostOf(await changeHost({ access: 'everyone' })), opened)
  })

  const GROUP = 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA'
  const postHost = (more: object) =>
    admin.browser.post(PATH, { host: 'a.example', name: 'A site', access: 'everyone', ...more })
  const rule = (more: object = {}) => ({ path: '/api/*', methods: [], access: 'public', groupIds: [], ...more })

  test('can be a wildcard for one label, in canonical form', async () => {
    const wildcard = hostOf(await createHost('*.apps.example:8443'))
    assert.equal(wildcard.host, '*.apps.example:8443')
    expectProblem(await createHost('*.apps.example:8443'), 'host_taken')
    for (const host of ['*.apps.example', '*.localhost', 'a.apps.example:8443']) hostOf(await createHost(host))
    for (const host of ['*', '*.example', 'a.*.example', '*.apps.example:443', '*.localhost:80', '*.0.0.1', '*.2.3.4'])
      expectProblem(await createHost(host), 'invalid_body')
  })

  test('keep the order of rules and headers, and audit which changed', async () => {
    const { json } = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    const group = (json as { id: string }).id // a good answer has one
    const rules = [rule(), rule({ path: '/x', methods: ['GET', 'GET'], access: 'groups', groupIds: [group, group] })]
    const headers = [{ header: 'X-WEBAUTH-USER', value: 'id' }]
    const host = hostOf(await postHost({ rules, headers }))
    const storedRules = [rule(), rule({ path: '/x', methods: ['GET'], access: 'groups', groupIds: [group] })]
    assert.deepEqual([host.rules, host.headers], [storedRules, headers])
    const at = `${PATH}/${host.id}`
    assert.deepEqual(hostOf(await admin.change('PATCH', at, { rules: storedRules, headers })), host)
    const reversed = hostOf(await admin.change('PATCH', at, { rules: storedRules.toReversed() }))
    assert.deepEqual(reversed, { ...host, rules: storedRules.toReversed(), version: 2 })
    const emptied = hostOf(await admin.change('PATCH', at, { rules: [], headers: [] }, 2))
    assert.deepEqual([emptied.rules, emptied.headers], [[], []])
    assert.deepEqual(await listHosts(), [emptied])
    const changes = await readEvents(server, 'host.updated')
    assert.deepEqual(
      changes.map(({ data }) => data.fields),
      ['rules', 'rules headers'],
    )
  })

  test('reject rules without groups, with unknown groups, and too many rules', async () => {
    const invalidFieldsOf = async (rules: object[]) => expectProblem(await postHost({ rules }), 'invalid_body').fields
    const at = '/rules/1/groupIds'
    assert.deepEqual(await invalidFieldsOf([rule(), rule({ access: 'groups' })]), [
      { path: at, code: 'group_required' },
    ])
    assert.deepEqual(await invalidFieldsOf([rule(), rule({ groupIds: [GROUP] })]), [
      { path: at, code: 'not_with_everyone' },
    ])
    const unknown = rule({ access: 'groups', groupIds: [GROUP] })
    assert.deepEqual(await invalidFieldsOf([rule(), unknown]), [{ path: `${at}/0`, code: 'unknown_group' }])
    assert.equal((await invalidFieldsOf(Array.from({ length: RULES_PER_HOST + 1 }, () => rule())))?.[0]?.path, '/rules')
    assert.deepEqual(await listHosts(), [])
  })

  test('accept fifty rules with fifty groups each', async () => {
    const groupIds: string[] = []
    for (let count = 0; count < GROUPS_PER_APP; count++) {
      const { json } = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: `team-${count}` })
      groupIds.push((json as { id: string }).id) // a good answer has one
      server.clock.now += 10_000 // no rate is what this is about
      await grantStepUp(server, admin, 'admin.mode')
    }
    const path = `/${'a'.repeat(RULE_PATH_MAX - 1)}`
    const rules = Array.from({ length: RULES_PER_HOST }, () => rule({ path, access: 'groups', groupIds }))
    assert.deepEqual(hostOf(await postHost({ rules })).rules, rules)
  })
})
