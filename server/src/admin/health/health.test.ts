import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SECRET_SOON_MS } from '@countersign/contract/limits/app-limits.ts'
import { BACKUP_EVERY_MS, CLOCK_SKEW_MS, DISK_LOW_BYTES } from '@countersign/contract/limits.ts'
import type { Finding, HealthCheck } from '@countersign/contract/routes/admin/health.ts'
import { findingSchema, healthChecks } from '@countersign/contract/schemas/admin/health.ts'
import { startNode } from '../../../../test/support/chain/fake-node.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addProtectedHost } from '../../../../test/support/proxies/protected-host.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { insertSecret } from '../../apps/secret.store.ts'
import { newSecret } from '../../apps/secret.ts'
import { seal } from '../../audit/hash-chain.ts'
import { sizeWords, spanWords } from './finding.ts'
import { checkDatabase, checkSignatures, judgeDisk } from './machine.ts'

const CHAIN_ID_CALL = { method: 'eth_chainId', params: [] }

forEachEngine('health checks', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  before(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
  })
  after(() => server.close())

  async function readFindings(query = '', headers: Record<string, string> = {}): Promise<Finding[]> {
    const response = await owner.browser.get(`/api/admin/health?${query}`, headers)
    assert.equal(response.status, 200, response.text)
    return (response.json as { items: unknown[] }).items.map((item) => findingSchema.parse(item)) // checked here
  }
  const findFinding = async (check: HealthCheck, query = '', headers: Record<string, string> = {}) => {
    const found = (await readFindings(query, headers)).find((each) => each.check === check)
    assert.ok(found)
    return found
  }
  const stateOf = async (check: HealthCheck, query = '', headers: Record<string, string> = {}) =>
    (await findFinding(check, query, headers)).state

  testOnce('reports a finding for every check, with a fix for every problem', async () => {
    const all = await readFindings()
    assert.deepEqual(
      all.map(({ check }) => check),
      healthChecks,
    )
    for (const { check, state, fix } of all) assert.equal(fix === null, state === 'good', check)
  })

  testOnce('compares the server clock with the browser clock', async () => {
    const browserTimeOff = (difference: number) => `browserTime=${server.clock.now - difference}`
    assert.equal(await stateOf('clock', browserTimeOff(CLOCK_SKEW_MS)), 'good')
    assert.match((await findFinding('clock', browserTimeOff(CLOCK_SKEW_MS + 1))).text, /30 seconds ahead of/)
    assert.match((await findFinding('clock', browserTimeOff(-7_200_000))).text, /2 hours behind/)
    assert.equal(await stateOf('clock', browserTimeOff(-7_200_000)), 'bad')
    assert.equal(await stateOf('clock'), 'note')
  })

  testOnce('compares the URL in the browser with PUBLIC_URL', async () => {
    assert.equal(await stateOf('public_url', 'browserOrigin=http://localhost:3000'), 'good')
    const other = await findFinding('public_url', 'browserOrigin=http://127.0.0.1:3000')
    assert.equal(other.state, 'bad')
    assert.match(other.text, /http:\/\/127\.0\.0\.1:3000.*http:\/\/localhost:3000/)
    assert.equal(await stateOf('public_url', 'browserOrigin=nonsense'), 'bad')
  })

  testOnce('detects an untrusted proxy', async () => {
    assert.equal(await stateOf('proxy'), 'good')
    const withoutProxies = await startServer(engine, { environment: { TRUSTED_PROXIES: '' } })
    const person = await addPerson(withoutProxies, 'owner')
    const response = await person.browser.get('/api/admin/health')
    const { items } = response.json as { items: Finding[] } // compared next
    const proxy = items.find(({ check }) => check === 'proxy')
    assert.deepEqual([proxy?.state, proxy?.fix?.includes('TRUSTED_PROXIES=127.0.0.1')], ['bad', true])
    await withoutProxies.close()
  })

  test('warns when anyone could sign up and use an app or host', async () => {
    const open = await startServer(engine)
    const person = await addPerson(open, 'owner')
    const readAccessFinding = async () => {
      const { items } = (await person.browser.get('/api/admin/health')).json as { items: Finding[] } // compared next
      return items.find(({ check }) => check === 'access')
    }
    assert.equal((await readAccessFinding())?.state, 'good')
    await grantStepUp(open, person, 'admin.mode')
    const { json } = await person.browser.post('/api/admin/groups', { name: 'Staff', slug: 'staff' })
    await addProtectedHost(open, 'staff.example', [(json as { id: string }).id]) // a good answer has one
    assert.equal((await readAccessFinding())?.state, 'good')
    const ruled = await addProtectedHost(open, 'ruled.example', [(json as { id: string }).id], {
      rules: [{ path: '/docs/*', methods: [], access: 'everyone', groupIds: [] }],
    })
    assert.equal((await readAccessFinding())?.text, 'Anyone with a wallet can sign up and use A site.')
    await changeRows(open, 'DELETE FROM protected_host WHERE id = ?', ruled.id)
    const host = await addProtectedHost(open, 'wiki.example')
    for (const name of ['Atlas', 'Board', 'Chat']) await registerApp(open, { name })
    await registerApp(open, { name: 'Off', status: 'disabled' })
    const warning = await readAccessFinding()
    assert.deepEqual(
      [warning?.state, warning?.text],
      ['note', 'Anyone with a wallet can sign up and use Atlas, Board, Chat, and 1 more.'],
    )
    await changeRows(open, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', host.id)
    assert.match((await readAccessFinding())?.text ?? '', /use Atlas, Board, and Chat\.$/)
    for (const registration of ['invite', 'closed']) {
      await person.change('PATCH', '/api/admin/settings', { registration }, registration === 'invite' ? 1 : 2)
      assert.equal((await readAccessFinding())?.state, 'good')
    }
    await open.close()
  })

  testOnce('detects that no proxy is allowed to call the forward-auth endpoint', async () => {
    const withoutProxies = await startServer(engine, { environment: { TRUSTED_PROXIES: '' } })
    const person = await addPerson(withoutProxies, 'owner')
    const readProxyFinding = async () => {
      const headers = { 'x-forwarded-for': undefined }
      const response = await person.browser.call({ path: '/api/admin/health', headers })
      const { items } = response.json as { items: Finding[] } // compared next
      return items.find(({ check }) => check === 'proxy')
    }
    assert.equal((await readProxyFinding())?.state, 'good')
    await addProtectedHost(withoutProxies, 'a.example')
    const found = await readProxyFinding()
    assert.equal(found?.state, 'bad')
    assert.match(found?.text ?? '', /no trusted proxy/)
    await withoutProxies.close()
  })

  test('reports whether audit events are sealed and intact', async () => {
    await seal(server.context)
    assert.equal(await stateOf('activity'), 'good')
    await addPerson(server)
    await changeRows(server, 'UPDATE activity SET seq = NULL WHERE seq = (SELECT max(seq) FROM activity)')
    assert.equal(await stateOf('activity'), 'good')
    server.clock.now += 61_000
    assert.match((await findFinding('activity')).text, /waiting to be sealed/)
    await seal(server.context)
    assert.equal(await stateOf('activity'), 'good')
    await changeRows(server, "UPDATE activity SET kind = 'sign_out' WHERE seq = 2")
    assert.match((await findFinding('activity')).text, /Verification of the latest events failed/)
  })

  test('warns when an owner could be locked out', async () => {
    assert.equal(await stateOf('owners'), 'bad')
    await changeRows(
      server,
      'INSERT INTO recovery_code (code_hash, person_id, created_at) VALUES (?, ?, 0)',
      Buffer.alloc(32),
      owner.id,
    )
    assert.match((await findFinding('owners')).text, /only one owner/)
    const second = await addPerson(server, 'owner')
    assert.match((await findFinding('owners')).text, /1 of 2 owners/)
    await changeRows(
      server,
      'INSERT INTO recovery_code (code_hash, person_id, created_at) VALUES (?, ?, 0)',
      Buffer.alloc(32, 1),
      second.id,
    )
    assert.equal(await stateOf('owners'), 'good')
  })

  test('warns before the last secret of an app expires', async () => {
    assert.equal((await findFinding('secrets')).text, 'No app uses a client secret.')
    const { app } = await registerApp(server, { name: 'Wiki' })
    await registerApp(server, { name: 'Off', status: 'disabled' })
    assert.equal((await findFinding('secrets')).text, 'Every app has a valid client secret.')
    const setSecretExpiry = (at: number) => changeRows(server, 'UPDATE app_secret SET expires_at = ?', at)
    await setSecretExpiry(server.clock.now + SECRET_SOON_MS + 1)
    assert.equal(await stateOf('secrets'), 'good')
    await setSecretExpiry(server.clock.now + SECRET_SOON_MS)
    const soon = await findFinding('secrets')
    assert.deepEqual([soon.state, soon.text], ['note', 'The last client secret of “Wiki” expires within two weeks.'])
    await setSecretExpiry(server.clock.now)
    const over = await findFinding('secrets')
    assert.deepEqual([over.state, over.text], ['bad', 'No valid client secret for “Wiki”: no one can sign in.'])
    await insertSecret(server.context.store, newSecret(server.context, app.id).record)
    assert.equal(await stateOf('secrets'), 'good')
    await changeRows(server, 'DELETE FROM app_secret')
    assert.deepEqual(await findFinding('secrets'), over)
    await changeRows(server, "UPDATE app SET auth_method = 'private_key_jwt' WHERE id = ?", app.id)
    assert.equal((await findFinding('secrets')).text, 'No app uses a client secret.')
    await changeRows(server, "UPDATE app SET status = 'deleted'")
  })

  test('reports the database size and write latency, or that writes fail', async () => {
    assert.match((await findFinding('database')).text, /^(SQLite|PostgreSQL): \d.* [kM]B, write latency \d+ ms\.$/)
    const rejectWrite = () => Promise.reject(new Error('read-only'))
    const { state, fix } = await checkDatabase(server.context, rejectWrite)
    assert.deepEqual([state, fix !== null], ['bad', true])
  })

  testOnce('warns about a single endpoint and reports unreachable endpoints', async () => {
    assert.equal(await stateOf('networks'), 'good')
    const [one, two] = [await startNode(), await startNode()]
    const findNetworkCheck = async (urls: string, callCount: number) => {
      const watching = await startServer(engine, { environment: { RPC_1: urls } })
      const person = await addPerson(watching, 'owner')
      for (let count = 0; count < callCount; count++)
        await watching.context.chains.call(1, CHAIN_ID_CALL).catch(() => undefined)
      const { items } = (await person.browser.get('/api/admin/health')).json as { items: Finding[] } // compared next
      await watching.close()
      return items.find(({ check }) => check === 'networks')
    }
    assert.match((await findNetworkCheck(one.url, 0))?.text ?? '', /verified by a single endpoint on Ethereum/)
    assert.equal((await findNetworkCheck(`${one.url} ${two.url}`, 0))?.state, 'good')
    await one.die()
    const down = await findNetworkCheck(`${one.url} ${two.url}`, 3)
    assert.deepEqual([down?.state, down?.text], ['bad', `Endpoints not responding: http://${new URL(one.url).host}/….`])
    await two.die()
  })

  testOnce('detects Base Account without the network that verifies its signatures', async () => {
    const findNetworksFinding = async (environment: Record<string, string>) => {
      const offering = await startServer(engine, { environment: { BASE_ACCOUNT: 'on', ...environment } })
      const { browser } = await addPerson(offering, 'owner')
      const { items } = (await browser.get('/api/admin/health')).json as { items: Finding[] } // compared next
      await offering.close()
      return items.find(({ check }) => check === 'networks')
    }
    const missing = {
      check: 'networks',
      state: 'bad',
      text: 'Base Account is enabled, but Base (chain 8453) is not configured: no one can sign in with it.',
      fix: 'Set RPC_8453 or add Base under Networks, or disable Base Account with BASE_ACCOUNT=off.',
    }
    assert.deepEqual(await findNetworksFinding({}), missing)
    assert.deepEqual(await findNetworksFinding({ RPC_1: 'http://127.0.0.1:1' }), missing)
    assert.equal((await findNetworksFinding({ RPC_8453: 'http://127.0.0.1:1' }))?.state, 'note')
  })

  testOnce('reports the age of the last backup when Countersign makes the backups', async () => {
    const setExpiry = (at: number) =>
      changeRows(
        server,
        `INSERT INTO setting (key, value, changed_at) VALUES ('last_backup', ?, 0)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        JSON.stringify({ at, file: 'x', bytes: 1 }),
      )
    const states = [await stateOf('backup')]
    await setExpiry(server.clock.now - 2 * BACKUP_EVERY_MS)
    states.push(await stateOf('backup'))
    await setExpiry(server.clock.now - 2 * BACKUP_EVERY_MS - 1)
    states.push(await stateOf('backup'))
    assert.deepEqual(states, engine.name === 'sqlite' ? ['note', 'good', 'bad'] : ['good', 'good', 'good'])
  })
})

test('reports a nearly full disk as an error', () => {
  assert.equal(judgeDisk(DISK_LOW_BYTES, '/data').state, 'good')
  assert.equal(judgeDisk(DISK_LOW_BYTES - 1, '/data').state, 'bad')
})

test('reports slow signature verification as a warning', () => {
  assert.deepEqual([checkSignatures('webassembly').state, checkSignatures('javascript').state], ['good', 'note'])
})

test('formats sizes and durations for people', () => {
  assert.deepEqual([0, 1023, 1536, 10 * 1024 * 1024, 5 * 1024 ** 4].map(sizeWords), [
    '0 bytes',
    '1023 bytes',
    '1.5 kB',
    '10 MB',
    '5.0 TB',
  ])
  assert.deepEqual([0, 119_000, 120_000, 7_200_000, 172_800_000].map(spanWords), [
    '0 seconds',
    '119 seconds',
    '2 minutes',
    '2 hours',
    '2 days',
  ])
})
