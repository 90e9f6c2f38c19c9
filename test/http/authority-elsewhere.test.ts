import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { forEachEngine } from '../support/database/each-engine.ts'
import { readRows } from '../support/database/rows.ts'
import { authorizeRequest, interactionIdOf, readSeenHash, registerApp } from '../support/oidc/relying-party.ts'
import { type Browser, errorCodeOf, type HttpResponse, openBrowser } from '../support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../support/server/people.ts'
import { startServer, type TestServer } from '../support/server/server.ts'

type Loss = { name: string; code: string; lose: (person: TestPerson, boss: TestPerson) => Promise<HttpResponse> }

const PERSON = ({ id }: TestPerson) => `/api/admin/people/${id}`

const LOSSES: Loss[] = [
  {
    name: 'suspended',
    code: 'session_revoked',
    lose: (person, boss) => boss.signed('PATCH', PERSON(person), { status: 'suspended', reason: '' }),
  },
  {
    name: 'demoted',
    code: 'session_revoked',
    lose: (person, boss) => boss.signed('PATCH', PERSON(person), { role: 'member' }),
  },
  { name: 'deleted', code: 'session_revoked', lose: (person, boss) => boss.signed('DELETE', PERSON(person)) },
  {
    name: 'signed out by an owner',
    code: 'session_revoked',
    lose: (person, boss) => boss.signed('POST', `${PERSON(person)}/sign-out`),
  },
  {
    name: 'deleting their own account',
    code: 'session_revoked',
    lose: (person) => person.signed('POST', '/api/me/deletion', { phrase: DELETION_PHRASE }),
  },
  { name: 'signing out', code: 'unauthenticated', lose: ({ browser }) => browser.delete('/api/session') },
  {
    name: 'closing admin mode',
    code: 'step_up_required',
    lose: ({ browser }) => browser.delete('/api/session/admin-mode'),
  },
]

forEachEngine('a caller who loses authority on one node', (engine) => {
  let near: TestServer
  let far: TestServer
  let boss: TestPerson
  let admitted: { session: string; resolve: () => void } | undefined
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    near = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
    boss = await addPerson(near, 'owner')
    near.context.rates = { ...near.context.rates, take: () => undefined }
    const { rates } = far.context
    far.context.rates = {
      ...rates,
      take(...taken) {
        rates.take(...taken)
        if (taken[0] === `write:${admitted?.session}`) admitted?.resolve()
      },
    }
  })
  after(() => Promise.all([near.close(), far.close()]))

  function openFar({ cookies }: Browser): Browser {
    const browser = openBrowser(far)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }

  for (const { name, code, lose } of LOSSES)
    test(`changes nothing on the other, which reads the body: ${name}`, async () => {
      const person = await addPerson(near, 'owner')
      await grantStepUp(near, person, 'admin.mode')
      const readHead = new Promise<void>((resolve) => {
        admitted = { session: person.sessionId, resolve }
      })
      const slug = name.replaceAll(' ', '-')
      const response = await openFar(person.browser).call({
        method: 'POST',
        path: '/api/admin/groups',
        body: { name, slug },
        async midway() {
          await readHead
          const lost = await lose(person, boss)
          assert.ok(lost.status < 300, lost.text)
        },
      })
      assert.equal(errorCodeOf(response), code, response.text)
      assert.deepEqual(await readRows(near, 'SELECT id FROM people_group WHERE slug = ?', slug), [])
    })

  test('gives no app access on the other, which reads the consent', async () => {
    const person = await addPerson(near)
    const browser = openFar(person.browser)
    const id = interactionIdOf(await browser.get(authorizeRequest(await registerApp(near)).path))
    const response = await browser.call({
      method: 'POST',
      path: `/api/interactions/${id}`,
      body: { decision: 'allow', seen: await readSeenHash(browser, id) },
      async midway() {
        await boss.signed('PATCH', PERSON(person), { status: 'suspended', reason: '' })
      },
    })
    assert.equal(errorCodeOf(response), 'session_revoked', response.text)
    assert.deepEqual(await readRows(near, 'SELECT id FROM app_grant WHERE person_id = ?', person.id), [])
  })
})
