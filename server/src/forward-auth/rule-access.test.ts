import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { VERDICT_NO_FRESH_MS, VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { addProtectedHost, CHECK_SECRET, openProtectedHost } from '../../../test/support/proxies/protected-host.ts'
import { addRuleGroup, type ScriptedRules, scriptRules } from '../../../test/support/rule-groups.ts'
import type { HttpResponse } from '../../../test/support/server/http-browser.ts'
import { addPerson, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { writeHostCookie } from './host-cookie.ts'

let hosts = 0

forEachEngine('forward-auth for a group with a rule', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let person: TestPerson
  let group: { id: string; slug: string }
  let host: string
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())
  beforeEach(async () => {
    script = scriptRules(server)
    person = await addPerson(server)
    group = await addRuleGroup(server)
    host = `rule${++hosts}.example`
    await addProtectedHost(server, host, [group.id], {
      rules: [{ path: '/open/*', methods: [], access: 'public', groupIds: [] }],
    })
  })

  const cookie = () => String(writeHostCookie(server.context, host, person.sessionId).split(';')[0])
  const request = (path = '/page', headers: Record<string, string> = {}): Promise<HttpResponse> =>
    openProtectedHost(server, host).request(path, { cookie: cookie(), ...headers })

  test('lets people in who meet it, and names the group', async () => {
    script.decide = () => 'yes'
    const response = await request()
    assert.equal(response.status, 200, response.text)
    assert.equal(response.headers['remote-groups'], group.slug)
    assert.equal((await request()).status, 200)
    assert.deepEqual(script.evaluations, [1])
  })

  test('refuses people who do not, until they do', async () => {
    assert.equal((await request()).status, 403)
    script.decide = () => 'yes'
    server.clock.now += VERDICT_NO_FRESH_MS
    assert.equal((await request()).status, 200)
  })

  test('refuses the request after the check that found the token sold', async () => {
    script.decide = () => 'yes'
    await request()
    script.decide = () => 'no'
    server.clock.now += VERDICT_YES_FRESH_MS
    assert.equal((await request()).status, 200)
    await server.context.background.settled()
    assert.equal((await request()).status, 403)
  })

  const PROXIES: [string, () => Promise<HttpResponse>][] = [
    ['a page', () => request()],
    ['data', () => request('/data', { accept: 'application/json' })],
    ['a page through nginx', () => openProtectedHost(server, host).requestViaNginx('/page', { cookie: cookie() })],
  ]
  for (const [name, send] of PROXIES)
    test(`answers a request for ${name} with an error when it cannot be checked`, async () => {
      script.decide = () => 'unknown'
      const response = await send()
      assert.deepEqual([response.status, response.headers['retry-after']], [503, '10'])
      assert.deepEqual([response.headers['www-authenticate'], response.headers.location], [undefined, undefined])
      assert.ok(!response.text.includes(CHECK_SECRET), 'Caddy passes it on to the visitor')
      if (name === 'data') expectProblem(response, 'access_unknown')
      else assert.match(response.text, /<h1>Access could not be checked<\/h1>/)
      const refused = await readEvents(server, 'forward_auth.refused')
      assert.ok(refused.every(({ person_id }) => person_id !== person.id))
    })

  test('answers on public paths without waiting for the rule', async () => {
    script.decide = () => 'unknown'
    const response = await request('/open/page')
    assert.equal(response.status, 200)
    assert.deepEqual([response.headers['remote-user'], response.headers['remote-groups']], [person.id, ''])
  })
})
