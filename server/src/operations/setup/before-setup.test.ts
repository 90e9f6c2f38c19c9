import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { addFirstOwner, removeFirstOwner } from '../../../../test/support/database/first-owner.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  errorCodeOf,
  newAccount,
  openBrowser,
  prove,
  proveInOneStep,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { createLink } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { setUpSite } from '../../../../test/support/server/set-up.ts'
import { fetchChallenge } from '../../../../test/support/server/wallets.ts'
import { setupCode } from './setup.ts'

forEachEngine('a site without an owner', (engine, testOnce) => {
  let server: TestServer
  const open = async (environment: Record<string, string> = {}, databaseUrl?: string) => {
    await server?.close()
    const database = databaseUrl === undefined ? { withoutOwner: true } : { databaseUrl }
    server = await startServer(engine, { ...database, environment })
  }
  beforeEach(async () => {
    server = await startServer(engine, { withoutOwner: true })
  })
  afterEach(() => server.close())

  const readRoles = async () => (await readRows(server, 'SELECT role FROM person')).map(({ role }) => role)

  test('refuses every sign-in and leaves nothing behind', async () => {
    const rows = await countRows(server)
    const browser = openBrowser(server)
    expectProblem(await signIn(browser, newAccount()), 'setup_required')
    const proof = await prove(await browser.challenge(), newAccount())
    const invite = 'A'.repeat(27)
    expectProblem(await browser.post('/api/sessions', { proof, keep: true, invite }), 'setup_required')
    const ownText = await proveInOneStep(await browser.challenge(), newAccount())
    expectProblem(await browser.post('/api/sessions', { proof: ownText, keep: true }), 'setup_required')
    assert.deepEqual(await countRows(server), rows)
  })

  testOnce('sends visitors of protected hosts to the page that explains the setup', async () => {
    const visit = () => openBrowser(server).get('/forward-auth/start?host=app.example')
    const { status, headers } = await visit()
    assert.deepEqual([status, headers.location], [302, '/'])
    await addFirstOwner(server.context.store)
    expectProblem(await visit(), 'not_found')
  })

  testOnce('refuses recoveries and sign-up requests', async () => {
    const rows = await countRows(server)
    const browser = openBrowser(server)
    const recovering = await prove(await fetchChallenge(browser, 'recover'), newAccount())
    const recovery = { proof: recovering, keep: true, code: 'A'.repeat(20) }
    expectProblem(await browser.post('/api/recoveries', recovery), 'setup_required')
    const proof = await prove(await browser.challenge(), newAccount())
    expectProblem(await browser.post('/api/access-requests', { proof }), 'setup_required')
    assert.deepEqual(await countRows(server), rows)
  })

  testOnce('refuses people whose site lost its owner, and adds no wallet to them', async () => {
    await open({}, await engine.createDatabase())
    const person = await addPerson(server)
    const { token: link } = await createLink(server, person.id)
    const before = await countRows(server)
    await removeFirstOwner(server.context.store)
    expectProblem(await signIn(openBrowser(server), person.account), 'setup_required')
    const browser = openBrowser(server)
    const proof = await prove(await fetchChallenge(browser, 'recover'), newAccount())
    expectProblem(await browser.post('/api/recoveries', { proof, keep: true, link }), 'setup_required')
    assert.equal((await countRows(server)).wallet, before.wallet)
  })

  test('admits nobody before the owner when both sign at the same time', async () => {
    const code = await setupCode(server.context)
    const owner = openBrowser(server)
    const others = Array.from({ length: 8 }, () => openBrowser(server))
    const [setup, ...signIns] = await Promise.all([
      setUpSite(owner, { code, registration: 'invite' }),
      ...others.map((browser) => signIn(browser, newAccount())),
    ])
    expectStarted(setup)
    // Those that arrive after the owner are refused by the registration that the owner chose.
    for (const response of signIns) assert.match(errorCodeOf(response), /^(setup_required|invite_required)$/)
    assert.deepEqual(await readRoles(), ['owner'])
  })

  test('admits members as soon as there is an owner', async () => {
    expectStarted(await setUpSite(openBrowser(server), { code: await setupCode(server.context) }))
    assert.equal(expectStarted(await signIn(openBrowser(server), newAccount())).me.role, 'member')
  })

  test('waits for a wallet of OWNER_WALLETS, which needs no setup, and stays set up without it', async () => {
    const account = newAccount()
    const databaseUrl = await engine.createDatabase()
    await open({ OWNER_WALLETS: account.address }, databaseUrl)
    await removeFirstOwner(server.context.store)
    expectProblem(await signIn(openBrowser(server), newAccount()), 'setup_required')
    assert.equal(expectStarted(await signIn(openBrowser(server), account)).me.role, 'owner')
    assert.equal(expectStarted(await signIn(openBrowser(server), newAccount())).me.role, 'member')
    await open({}, databaseUrl)
    expectProblem(
      await openBrowser(server).post('/api/challenges', { purpose: 'setup', instanceName: 'Acme' }),
      'purpose_not_allowed',
    )
    assert.equal(expectStarted(await signIn(openBrowser(server), newAccount())).me.role, 'member')
  })

  testOnce('is not set up by an owner of OWNER_WALLETS who is suspended', async () => {
    const account = newAccount()
    await open({ OWNER_WALLETS: account.address }, await engine.createDatabase())
    expectStarted(await signIn(openBrowser(server), account))
    await changeRows(server, "UPDATE person SET status = 'suspended'")
    await removeFirstOwner(server.context.store)
    expectProblem(await signIn(openBrowser(server), account), 'person_suspended')
    expectProblem(await signIn(openBrowser(server), newAccount()), 'setup_required')
  })
})
