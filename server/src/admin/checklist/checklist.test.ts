import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ChecklistEntry, ChecklistItem } from '@countersign/contract/routes/admin/checklist.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { changeSettings } from '../../../../test/support/server/settings.ts'
import { recordBackup } from '../../operations/backup/record-backup.ts'

forEachEngine('the checklist of a new site', (engine, testOnce) => {
  const ITEMS = ['recovery', 'host', 'app', 'sign_up', ...(engine.name === 'sqlite' ? ['backup'] : [])]
  let server: TestServer
  let owner: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
  })
  afterEach(() => server.close())

  async function readList({ browser } = owner): Promise<ChecklistEntry[]> {
    const response = await browser.get('/api/admin/checklist')
    assert.equal(response.status, 200, response.text)
    return (response.json as { items: ChecklistEntry[] }).items // by contract
  }
  const listItems = async (state: 'done' | 'dismissed', by = owner) =>
    (await readList(by)).filter((entry) => entry[state]).map(({ item }) => item)
  const dismiss = (item: unknown, { browser } = owner) => browser.post('/api/admin/checklist/dismiss', { item })

  test('begins with nothing done', async () => {
    assert.deepEqual(
      await readList(),
      ITEMS.map((item) => ({ item, done: false, dismissed: false })),
    )
  })

  testOnce('is ticked by what the installation has', async () => {
    const steps: [ChecklistItem, () => Promise<unknown>][] = [
      ['recovery', () => owner.signed('POST', '/api/me/recovery-codes')],
      [
        'host',
        () =>
          owner.signed('POST', '/api/admin/hosts', { host: 'a.example', name: 'A', access: 'everyone', groupIds: [] }),
      ],
      ['app', () => registerApp(server)],
      ['sign_up', () => changeSettings(server, { registration: 'invite' })],
      ['backup', () => recordBackup(server.context, { file: 'copy.db', bytes: 1, daily: false })],
    ]
    const done: ChecklistItem[] = []
    for (const [item, complete] of steps) {
      await complete()
      if (ITEMS.includes(item)) done.push(item)
      assert.deepEqual(await listItems('done'), done)
    }
    await owner.signed('DELETE', '/api/me/recovery-codes')
    assert.deepEqual(await listItems('done'), done.slice(1))
    const add = `INSERT INTO wallet (id, person_id, namespace, chain, address, kind, linked_via, linked_at, last_used_at,
        status, version)
      SELECT 'wal_other', person_id, namespace, '137', address, 'contract', linked_via, linked_at, last_used_at, status, 1
      FROM wallet`
    await changeRows(server, `${add} WHERE person_id = ?`, owner.id)
    assert.deepEqual(await listItems('done'), done)
  })

  test('keeps what was dismissed for every owner, but recovery for the one who dismissed it', async () => {
    const other = await addPerson(server, 'owner')
    const items: ChecklistItem[] = ['app', 'host', 'recovery']
    const responses = await Promise.all([
      ...items.map((item) => dismiss(item)),
      ...items.slice(0, 2).map((item) => dismiss(item, other)),
    ])
    for (const { status, text } of responses) assert.equal(status, 204, text)
    assert.deepEqual(await listItems('dismissed'), ['recovery', 'host', 'app'])
    assert.deepEqual(await listItems('dismissed', other), ['host', 'app'])
    assert.deepEqual(await listItems('done'), [])
  })

  testOnce('is for owners only, and for nothing but its items', async () => {
    for (const role of ['member', 'auditor', 'admin'] as const) {
      const person = await addPerson(server, role)
      expectProblem(await person.browser.get('/api/admin/checklist'), 'forbidden')
      expectProblem(await dismiss('app', person), 'forbidden')
    }
    expectProblem(await openBrowser(server).post('/api/admin/checklist/dismiss', { item: 'app' }), 'unauthenticated')
    for (const item of ['', 'apps', null, ['app'], '__proto__']) expectProblem(await dismiss(item), 'invalid_body')
    const stored = "SELECT key FROM setting WHERE key = 'checklist_dismissed'"
    assert.deepEqual(await readRows(server, stored), [])
  })
})
