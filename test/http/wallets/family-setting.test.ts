import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { families, type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import { forEachEngine } from '../../support/database/each-engine.ts'
import { removeFirstOwner } from '../../support/database/first-owner.ts'
import { readRows } from '../../support/database/rows.ts'
import { proveAs } from '../../support/families/family-account.ts'
import { addPersonAs, requestLinkAs, requestStepUpAs, signInAs } from '../../support/families/family-requests.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { openBrowser } from '../../support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../support/server/people.ts'
import { createLink } from '../../support/server/recovery.ts'
import { expectProblem, expectSession, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { setupBody } from '../../support/server/set-up.ts'
import { changeSettings, setNamespaces } from '../../support/server/settings.ts'
import { fetchChallenge } from '../../support/server/wallets.ts'

const PATH = '/api/admin/settings'

forEachEngine('the setting of chain families', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    await grantStepUp(server, owner, 'admin.mode')
  })
  afterEach(() => server.close())

  const readPublic = async () => (await openBrowser(server).get('/api/public')).json as PublicConfig // compared by the caller
  const setFamilies = (allowed: string[], version = 1) => owner.change('PATCH', PATH, { namespaces: allowed }, version)

  test('allows every family at first, and takes effect at once', async () => {
    assert.deepEqual((await readPublic()).namespaces, [...namespaces])
    const solana = newFamilyAccount('solana')
    expectStarted(await signInAs(openBrowser(server), solana))
    const response = await setFamilies(['bip122', 'eip155', 'eip155'])
    assert.deepEqual((response.json as { namespaces: string[] }).namespaces, ['eip155', 'bip122'])
    assert.deepEqual((await readPublic()).namespaces, ['eip155', 'bip122'])
    expectProblem(await signInAs(openBrowser(server), solana), 'family_not_allowed')
    assert.equal((await setFamilies(['eip155', 'solana'], 2)).status, 200)
    expectStarted(await signInAs(openBrowser(server), solana))
    const events = await readEvents(server, 'setting.changed')
    assert.deepEqual(
      events.map(({ data }) => data),
      Array(2).fill({ fields: 'namespaces' }),
    )
  })

  testOnce('refuses no family at all, an unknown family and families the admin has no wallet of', async () => {
    for (const [allowed, code] of [
      [[], 'required'],
      [['solana', 'bip122'], 'own_family'],
    ] as const) {
      const { fields } = expectProblem(await setFamilies([...allowed]), 'setting_invalid')
      assert.deepEqual(fields, [{ path: '/namespaces', code }])
    }
    expectProblem(await setFamilies(['eip155', 'cosmos']), 'invalid_body')
    assert.deepEqual((await readPublic()).namespaces, [...namespaces])
    const person = await addPersonAs(server, newFamilyAccount('solana'), 'owner')
    await grantStepUp(server, { ...owner, sessionId: person.sessionId }, 'admin.mode')
    const headers = { 'if-match': '"1"' }
    const change = { method: 'PATCH', path: PATH, headers }
    expectProblem(await person.browser.call({ ...change, body: { namespaces: ['eip155'] } }), 'setting_invalid')
    assert.equal((await person.browser.call({ ...change, body: { namespaces: ['solana'] } })).status, 200)
  })

  for (const namespace of namespaces) {
    const others = namespaces.filter((each) => each !== namespace)

    test(`${families[namespace].name} that is off: refuses every new use and leaves nothing behind`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(others[0] ?? 'eip155'))
      const { token: link } = await createLink(server, person.id)
      await changeSettings(server, { registration: 'invite', namespaces: others })
      const counts = await countAll()
      const account = newFamilyAccount(namespace)
      expectProblem(await signInAs(openBrowser(server), account), 'family_not_allowed')
      expectProblem(await requestLinkAs(person, account), 'family_not_allowed')
      const browser = openBrowser(server)
      const asking = { proof: await proveAs(await browser.challenge(), account) }
      expectProblem(await browser.post('/api/access-requests', asking), 'family_not_allowed')
      const recovering = { proof: await proveAs(await fetchChallenge(browser, 'recover'), account), keep: true, link }
      expectProblem(await browser.post('/api/recoveries', recovering), 'family_not_allowed')
      await removeFirstOwner(server.context.store)
      const setup = await setupBody(server, await proveAs(await browser.challenge('setup'), account))
      expectProblem(await browser.post('/api/setup', setup), 'family_not_allowed')
      assert.deepEqual(await countAll(), counts)
    })

    test(`${families[namespace].name} that is off: wallets already linked sign for step-ups`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      await setNamespaces(server, others)
      expectSession(await person.browser.get('/api/session'))
      expectSession(await requestStepUpAs(person, 'recovery.drop'))
      const added = newFamilyAccount(others[0] as Namespace) // two others remain
      assert.equal((await requestLinkAs(person, added)).status, 201)
    })
  }

  /** Step-ups are not counted: the person who links a wallet signs one first. */
  async function countAll() {
    const tables = ['person', 'wallet', 'session', 'access_request']
    return Promise.all(tables.map(async (table) => (await readRows(server, `SELECT id FROM ${table}`)).length))
  }
})
