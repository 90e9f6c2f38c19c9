import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { LauncherItem } from '@countersign/contract/routes/launcher.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { addProtectedHost } from '../../../../test/support/proxies/protected-host.ts'
import { addRuleGroup, type ScriptedRules, scriptRules } from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { insertGroup } from '../../accounts/group/group.store.ts'
import { newId } from '../../platform/crypto/id.ts'

forDefaultEngine('the launcher', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let script: ScriptedRules
  let person: TestPerson
  before(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
  })
  after(() => server.close())
  beforeEach(async () => {
    await changeRows(server, 'DELETE FROM protected_host')
    for (const table of ['app_grant', 'app_secret']) await changeRows(server, `DELETE FROM ${table}`)
    await changeRows(server, 'DELETE FROM app')
    script = scriptRules(server)
    person = await addPerson(server)
  })

  async function open({ browser }: TestPerson = person): Promise<{ items: LauncherItem[]; incomplete: boolean }> {
    const response = await browser.get('/api/me/launcher')
    assert.equal(response.status, 200, response.text)
    return response.json as { items: LauncherItem[]; incomplete: boolean } // compared by the caller
  }
  const urlsOf = async (who?: TestPerson) => (await open(who)).items.map(({ url }) => url)

  async function addApp(name: string, more: object = {}): Promise<string> {
    const body = {
      name,
      kind: 'web',
      preset: 'other',
      redirectUris: ['https://app.example/callback'],
      launchUrl: `https://${name.toLowerCase()}.example/`,
      access: 'everyone',
      ...more,
    }
    const response = await admin.signed('POST', '/api/admin/apps', body)
    assert.equal(response.status, 201, response.text)
    return (response.json as { app: { id: string } }).app.id
  }

  async function addGroup(): Promise<string> {
    const id = newId(server.context, 'grp')
    const slug = id.toLowerCase().replace('_', '-')
    await insertGroup(server.context.store, {
      ...{ id, name: slug, slug },
      ...{ members: 0, ruleMembers: null, createdAt: 0, version: 1 },
    })
    return id
  }
  const join = (groupId: string, { id }: TestPerson = person) =>
    admin.signed('PUT', `/api/admin/groups/${groupId}/members`, { add: [id], remove: [] })

  test('lists apps and hosts that are open to everyone, by name, without those that cannot be opened', async () => {
    const zebra = await addApp('Zebra')
    await addApp('Nowhere', { launchUrl: null })
    const off = await addApp('Off')
    await changeRows(server, "UPDATE app SET status = 'disabled' WHERE id = ?", off)
    const host = await addProtectedHost(server, 'wiki.example')
    await addProtectedHost(server, '*.wild.example')
    const disabled = await addProtectedHost(server, 'disabled.example')
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', disabled.id)
    const site = {
      id: host.id,
      name: 'A site',
      logo: null,
      url: 'https://wiki.example',
    }
    const app = { id: zebra, name: 'Zebra', logo: null, url: 'https://zebra.example/' }
    assert.deepEqual(await open(), { items: [site, app], incomplete: false })
  })

  test('lists connected apps first', async () => {
    await addApp('Alpha')
    const zebra = await addApp('Zebra')
    await changeRows(
      server,
      `INSERT INTO app_grant (id, person_id, app_id, scopes, granted_at, last_used_at) VALUES (?, ?, ?, '[]', 0, 0)`,
      ...[newId(server.context, 'grt'), person.id, zebra],
    )
    assert.deepEqual(
      (await open()).items.map(({ name }) => name),
      ['Zebra', 'Alpha'],
    )
  })

  test('names nothing to somebody outside of its groups, and everything to a member', async () => {
    const groupId = await addGroup()
    await addApp('Secret', { access: 'groups', groupIds: [groupId] })
    await addProtectedHost(server, 'secret.example', [groupId])
    const other = await addPerson(server)
    assert.equal((await join(groupId)).status, 200)
    assert.deepEqual(await urlsOf(), ['https://secret.example', 'https://secret.example/'])
    assert.deepEqual(await open(other), { items: [], incomplete: false })
  })

  test('does not name a host for its public pages, and follows the rule of the first page', async () => {
    const groupId = await addGroup()
    const rule = { methods: [], groupIds: [] }
    await addProtectedHost(server, 'public.example', [groupId], { rules: [{ path: '/*', access: 'public', ...rule }] })
    await addProtectedHost(server, 'part.example', [groupId], { rules: [{ path: '/', access: 'everyone', ...rule }] })
    assert.deepEqual(await urlsOf(), ['https://part.example'])
  })

  test('reports that a rule could not be checked without naming what it guards', async () => {
    const group = await addRuleGroup(server)
    await addProtectedHost(server, 'holders.example', [group.id])
    await addProtectedHost(server, 'open.example')
    script.decide = () => 'unknown'
    const unknown = await open()
    assert.deepEqual([unknown.items.map(({ url }) => url), unknown.incomplete], [['https://open.example'], true])
    assert.doesNotMatch(JSON.stringify(unknown), /holders/)
  })

  test('drops a host once the rule that gave access is lost', async () => {
    const group = await addRuleGroup(server)
    await addProtectedHost(server, 'holders.example', [group.id])
    script.decide = () => 'yes'
    assert.deepEqual(await urlsOf(), ['https://holders.example'])
    script.decide = () => 'no'
    server.clock.now += VERDICT_YES_FRESH_MS
    await open()
    await server.context.background.settled()
    assert.deepEqual(await open(), { items: [], incomplete: false })
  })

  test('refuses visitors and suspended people', async () => {
    await addProtectedHost(server, 'open.example')
    assert.deepEqual(await urlsOf(), ['https://open.example'])
    const body = { status: 'suspended', reason: 'x' }
    assert.equal((await admin.signed('PATCH', `/api/admin/people/${person.id}`, body)).status, 200)
    expectProblem(await person.browser.get('/api/me/launcher'), 'session_revoked')
    person.browser.cookies.clear()
    expectProblem(await person.browser.get('/api/me/launcher'), 'unauthenticated')
  })
})
