import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { RATE_EXPORTS_PER_PERSON } from '@countersign/contract/limits.ts'
import type { Profile } from '@countersign/contract/routes/person.ts'
import { profileSchema } from '@countersign/contract/schemas/person.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { type HttpResponse, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { termsOf } from './search-index.ts'

function profileOf(response: HttpResponse): Profile {
  assert.equal(response.status, 200, response.text)
  return profileSchema.parse(response.json)
}

test('normalizes the words of a name for search', () => {
  assert.deepEqual(termsOf('Ada  LOVELACE-Byron'), ['ada', 'lovelace', 'byron'])
  assert.deepEqual(termsOf('ﬁn Fin fin'), ['fin'])
  assert.deepEqual(termsOf('Zoë 🦊 Þór'), ['zoë', 'þór'])
  assert.deepEqual(termsOf('🦊'), [])
  assert.equal(termsOf('x'.repeat(64))[0]?.length, 32)
})

forEachEngine('profile', (engine, testOnce) => {
  let server: TestServer
  let member: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    member = await addPerson(server)
  })
  afterEach(() => server.close())

  const readProfile = async () => profileOf(await member.browser.get('/api/me'))
  const changeProfile = (body: unknown, version = 1) => member.change('PATCH', '/api/me', body, version)

  testOnce('starts empty and follows the browser settings', async () => {
    assert.deepEqual(await readProfile(), {
      id: member.id,
      displayName: null,
      role: 'member',
      locale: null,
      theme: null,
      timeZone: null,
      walletCount: 1,
      recoveryCodesLeft: 0,
      createdAt: new Date(server.clock.now).toISOString(),
      version: 1,
    })
  })

  test('changes the fields sent, clears null fields and keeps the rest', async () => {
    const all = { displayName: 'Ada Lovelace', locale: 'en', theme: 'dark', timeZone: 'Europe/Berlin' }
    const before = await readProfile()
    assert.deepEqual(profileOf(await changeProfile(all)), { ...before, ...all, version: 2 })
    assert.deepEqual(profileOf(await changeProfile({ theme: null }, 2)), { ...before, ...all, theme: null, version: 3 })
    assert.deepEqual(profileOf(await changeProfile({}, 3)), { ...before, ...all, theme: null, version: 3 })
    const events = await readEvents(server, 'person.updated')
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ fields: 'displayName locale theme timeZone' }, { fields: 'theme' }],
    )
  })

  test('updates the name in the session and the search at once', async () => {
    await changeProfile({ displayName: 'Ada Lovelace' })
    assert.equal(expectSession(await member.browser.get('/api/session')).me.displayName, 'Ada Lovelace')
    const readSearchTerms = () => readRows(server, 'SELECT term FROM person_term ORDER BY term')
    assert.deepEqual(await readSearchTerms(), [{ term: 'ada' }, { term: 'lovelace' }])
    await changeProfile({ displayName: 'Ada King' }, 2)
    assert.deepEqual(await readSearchTerms(), [{ term: 'ada' }, { term: 'king' }])
    await changeProfile({ displayName: null }, 3)
    assert.deepEqual(await readSearchTerms(), [])
  })

  test('rejects an outdated version without changing anything', async () => {
    expectProblem(await changeProfile({ displayName: 'Ada' }, 2), 'version_conflict')
    expectProblem(
      await member.browser.call({ method: 'PATCH', path: '/api/me', body: { theme: 'dark' } }),
      'precondition_required',
    )
    const both = await Promise.all(['One', 'Two'].map((displayName) => changeProfile({ displayName })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  })

  test('rejects the name of the site, reserved names and lookalikes', async () => {
    for (const displayName of ['Countersign', 'COUNTERSIGN', 'Counters1gn', 'C0untersign', 'Counter sign']) {
      const { fields } = expectProblem(await changeProfile({ displayName }), 'invalid_body')
      assert.deepEqual(fields, [{ path: '/displayName', code: 'name_of_site' }])
    }
    for (const displayName of ['Admin', 'ꓮꓓꓟꓲꓠ', 'Ówner'])
      assert.deepEqual(expectProblem(await changeProfile({ displayName }), 'invalid_body').fields, [
        { path: '/displayName', code: 'name_reserved' },
      ])
    const admin = await addPerson(server, 'admin')
    const renamed = await admin.signed('PATCH', `/api/admin/people/${member.id}`, { displayName: 'Countersign' })
    assert.deepEqual(expectProblem(renamed, 'invalid_body').fields, [{ path: '/displayName', code: 'name_of_site' }])
    assert.equal((await readProfile()).displayName, null)
  })

  for (const [title, displayName] of Object.entries({
    'a control character': 'Ada\u0007',
    'a line break': 'Ada\nAdmin',
    'a bidi override': 'Ada \u202egnp.exe',
    'an invisible character': 'Ad\u200ba',
    'Cyrillic among Latin letters': 'Аdmin',
    'Cherokee among Latin letters': 'Ꭺdmin',
    'Greek among Latin letters': 'Οwner',
    'only invisible characters': '\u3164',
    'surrounding whitespace': ' Ada',
    'decomposed characters': 'Zoe\u0308',
    'no characters': '',
    'too many characters': 'a'.repeat(65),
  })) {
    testOnce(`rejects a name with ${title} and names the field`, async () => {
      const { fields } = expectProblem(await changeProfile({ displayName }), 'invalid_body')
      assert.deepEqual(fields, [{ path: '/displayName', code: 'custom' }])
      assert.equal((await readProfile()).displayName, null)
    })
  }

  testOnce('accepts common personal names', async () => {
    let version = 1
    for (const displayName of ['Zoë', '李小龍', 'Ольга', 'Νίκος', 'O’Neil-Smith Jr.', '👩‍👩‍👧 Fam', '7of9'])
      assert.equal(profileOf(await changeProfile({ displayName }, version++)).displayName, displayName)
  })

  testOnce('accepts time zones by any IANA name and rejects anything else', async () => {
    let version = 1
    for (const timeZone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta'])
      assert.equal(profileOf(await changeProfile({ timeZone }, version++)).timeZone, timeZone)
    for (const timeZone of ['Mars/Olympus', '+02:00', 'Europe/Berlin\n', '../etc/passwd', ''])
      assert.deepEqual(
        expectProblem(await changeProfile({ timeZone }, version), 'invalid_body').fields,
        [{ path: '/timeZone', code: 'unknown_time_zone' }],
        timeZone,
      )
  })

  for (const [path, value] of [
    ['/locale', 'tlh'],
    ['/theme', 'neon'],
    ['/role', 'owner'],
  ] as const) {
    testOnce(`rejects ${path} ${value}`, async () => {
      const { fields } = expectProblem(await changeProfile({ [path.slice(1)]: value }), 'invalid_body')
      assert.deepEqual(
        fields?.map((field) => field.path),
        [path],
      )
    })
  }

  test('exports all stored data without any secret', async () => {
    await changeProfile({ displayName: 'Ada' })
    await grantStepUp(server, member, 'data.export')
    const response = await member.browser.post('/api/me/export')
    assert.equal(response.status, 200, response.text)
    const kept = response.json as Record<string, Record<string, unknown>[]> // its parts are compared next
    assert.deepEqual(Object.keys(kept), [
      'exportedAt',
      'person',
      'wallets',
      'sessions',
      'devices',
      'notices',
      'recoveryCodes',
      'recoveryLinks',
      'invites',
      'grants',
      'appSessions',
      'groups',
      'groupsByRule',
      'seats',
      'vaults',
      'accessRequests',
      'activity',
    ])
    assert.deepEqual(
      kept.wallets?.map(({ address }) => address),
      [member.account.address.toLowerCase()],
    )
    assert.deepEqual(
      kept.sessions?.map(({ id }) => id),
      [member.sessionId],
    )
    assert.deepEqual(kept.recoveryCodes, { made: 0, used: 0, createdAt: null })
    assert.deepEqual(
      new Set(kept.activity?.map(({ kind }) => kind)),
      new Set(['person.created', 'sign_in.ok', 'person.updated', 'person.exported']),
    )
    assert.doesNotMatch(response.text, /hash|token|salt/i)
    for (const cookie of member.browser.cookies.values()) assert.ok(!response.text.includes(cookie))
    assert.equal((await readEvents(server, 'person.exported')).length, 1)
  })

  test('tells a person neither where an admin acted nor why they were suspended', async () => {
    const admin = await addPerson(server, 'admin')
    const path = `/api/admin/people/${member.id}`
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/151.0' }
    await grantStepUp(server, admin, 'admin.mode')
    for (const [version, body] of [
      { status: 'suspended', reason: 'sold the laptop' },
      { status: 'active' },
    ].entries()) {
      const headers = { 'if-match': `"${version + 1}"`, ...agent }
      const response = await admin.browser.call({ method: 'PATCH', path, body, headers })
      assert.equal(response.status, 200, response.text)
    }
    const browser = openBrowser(server)
    const { session } = expectStarted(await signIn(browser, member.account))
    await grantStepUp(server, { ...member, sessionId: session.id }, 'data.export')
    const sent = [
      await browser.post('/api/me/export'),
      await browser.get('/api/me/activity'),
      await browser.get('/api/me/activity.csv'),
    ]
    for (const { status, text } of sent) {
      assert.equal(status, 200, text)
      assert.match(text, /person\.suspended/)
      for (const secret of ['sold the laptop', admin.sessionId, 'Firefox on Linux', admin.browser.address])
        assert.ok(!text.includes(secret), `${secret} in ${text}`)
    }
  })

  test('requires a fresh signature for an export and rate-limits it', async () => {
    const exportData = () => member.browser.post('/api/me/export')
    assert.deepEqual(expectProblem(await exportData(), 'step_up_required').stepUp, { action: 'data.export' })
    for (let times = 0; times < RATE_EXPORTS_PER_PERSON.burst; times++) {
      await grantStepUp(server, member, 'data.export')
      assert.equal((await exportData()).status, 200)
    }
    await grantStepUp(server, member, 'data.export')
    expectProblem(await exportData(), 'rate_limited')
  })
})
