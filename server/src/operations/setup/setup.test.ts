import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { publicConfigSchema } from '@countersign/contract/schemas/public.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { readPublicConfig } from '../../public/public.ts'
import { setupCode } from './setup.ts'

forEachEngine('setup', (engine, testOnce) => {
  let server: TestServer
  let code: string
  beforeEach(async () => {
    server = await startServer(engine, { withoutOwner: true })
    code = await setupCode(server.context)
  })
  afterEach(() => server.close())

  type Change = {
    setupCode?: string
    instanceName?: string
    registration?: unknown
    account?: ReturnType<typeof newAccount>
  }

  async function setUp(change: Change = {}) {
    const { account = newAccount(), instanceName = 'Acme', ...fields } = change
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge('setup', instanceName), account)
    const standard = { setupCode: code, registration: 'open' }
    const response = await browser.post('/api/setup', { ...standard, ...fields, proof, keep: true })
    return { browser, response }
  }

  const publicConfig = async () => publicConfigSchema.parse((await openBrowser(server).get('/api/public')).json)
  const listOwners = () => readRows(server, "SELECT id FROM person WHERE role = 'owner'")

  test('creates the first owner, names the site and signs the owner in', async () => {
    assert.equal((await publicConfig()).setupNeeded, true)
    const { browser, response } = await setUp({ instanceName: 'Acme </script><b>' })
    const started = expectStarted(response)
    assert.deepEqual(
      { me: started.me, created: started.created, next: started.next },
      { me: { id: started.me.id, displayName: null, role: 'owner' }, created: true, next: '/admin' },
    )
    assert.deepEqual(await listOwners(), [{ id: started.me.id }])
    assert.deepEqual(await publicConfig(), {
      name: 'Acme </script><b>',
      origin: 'http://localhost:3000',
      contact: null,
      accent: null,
      logo: null,
      registration: 'open',
      namespaces: ['eip155', 'solana', 'bip122'],
      setupNeeded: false,
      demoWallet: true,
      walletConnect: null,
      baseAccount: null,
      phone: true,
      walletApps: ['metamask', 'coinbase', 'phantom', 'okx', 'trust', 'solflare', 'xverse'],
    })
    assert.equal((await browser.get('/api/session')).status, 200)
    assert.deepEqual(await readRows(server, 'SELECT linked_via FROM wallet'), [{ linked_via: 'setup' }])
  })

  test('asks who may sign up', async () => {
    for (const registration of [undefined, 'anyone']) {
      const problem = expectProblem((await setUp({ registration })).response, 'invalid_body')
      assert.deepEqual(
        problem.fields?.map(({ path }) => path),
        ['/registration'],
      )
    }
    expectStarted((await setUp({ registration: 'invite' })).response)
    assert.equal((await publicConfig()).registration, 'invite')
    expectProblem(await signIn(openBrowser(server), newAccount()), 'invite_required')
  })

  testOnce('proposes invitations, except on localhost', async () => {
    assert.equal((await publicConfig()).registration, 'open')
    const site = await startServer(engine, { withoutOwner: true, environment: { PUBLIC_URL: 'https://id.example' } })
    assert.equal((await readPublicConfig(site.context)).registration, 'invite')
    await site.close()
  })

  testOnce('keeps registration open on sites set up before the setting existed', async () => {
    expectStarted((await setUp()).response)
    await changeRows(server, `UPDATE setting SET value = '{"name":"Acme","version":1}' WHERE key = 'settings'`)
    assert.equal((await publicConfig()).registration, 'open')
  })

  testOnce('states in the message that the wallet becomes the owner', async () => {
    assert.match((await openBrowser(server).challenge('setup')).statement, /^Become the owner of Acme\. /)
  })

  testOnce('uses one setup code across restarts and nodes, and another code per installation', async () => {
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{20}$/)
    assert.equal(await setupCode(server.context), code)
    const other = await startServer(engine)
    assert.notEqual(await setupCode(other.context), code)
    await other.close()
  })

  testOnce('accepts the code regardless of case, spaces and lookalike characters', async () => {
    const typed = code
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
      .replace(/(.{5})(.{5})/, ' $1-$2  ')
    expectStarted((await setUp({ setupCode: `${typed}\n` })).response)
  })

  testOnce('accepts I for 1', async () => {
    expectStarted((await setUp({ setupCode: code.replaceAll('1', 'I').replaceAll('0', 'O') })).response)
  })

  testOnce('rejects a wrong code without changing anything', async () => {
    const rows = await countRows(server)
    const wrong = [
      code.slice(0, -1),
      `${code}0`,
      code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      '0',
      'é'.repeat(20),
    ]
    for (const setupCode of wrong) expectProblem((await setUp({ setupCode })).response, 'setup_code_invalid')
    assert.deepEqual(await countRows(server), rows)
  })

  testOnce('rejects an empty or overlong code as invalid input', async () => {
    for (const setupCode of ['', 'A'.repeat(65)]) {
      const problem = expectProblem((await setUp({ setupCode })).response, 'invalid_body')
      assert.equal(problem.fields?.[0]?.path, '/setupCode')
    }
  })

  testOnce('signs no name that is not a single line of text', async () => {
    const names = ['', ' ', ' a', 'a\nb', 'a\u202eb', 'a\u200bb', 'n'.repeat(65), '\0', 7, null, ['a']]
    for (const instanceName of names) {
      const response = await openBrowser(server).post('/api/challenges', { purpose: 'setup', instanceName })
      assert.equal(expectProblem(response, 'invalid_body').fields?.[0]?.path, '/instanceName')
    }
    for (const body of [{ purpose: 'setup' }, { purpose: 'sign_in', instanceName: 'Acme' }])
      expectProblem(await openBrowser(server).post('/api/challenges', body), 'purpose_not_allowed')
  })

  testOnce('names the site as signed, and no other name can be sent with the signature', async () => {
    const rows = await countRows(server)
    const browser = openBrowser(server)
    const challenge = await browser.challenge('setup', 'Acme')
    const proof = await prove(challenge, newAccount())
    const body = { setupCode: code, registration: 'open', proof, keep: true }
    expectProblem(await browser.post('/api/setup', { ...body, instanceName: 'Mine' }), 'invalid_body')
    const account = newAccount()
    const message = (await prove(challenge, account)).message.replace('the owner of Acme', 'the owner of Mine')
    const changed = { ...proof, account: `eip155:1:${account.address}`, message }
    const signature = await account.signMessage({ message })
    expectProblem(await browser.post('/api/setup', { ...body, proof: { ...changed, signature } }), 'statement_mismatch')
    assert.deepEqual(await countRows(server), rows)
    expectStarted(await browser.post('/api/setup', body))
    assert.equal((await publicConfig()).name, 'Acme')
  })

  testOnce('keeps the longest name of any script, which the text replaces by the domain', async () => {
    const name = '\u{20000}'.repeat(64)
    const { statement } = await openBrowser(server).challenge('setup', name)
    assert.match(statement, /^Become the owner of localhost:3000\. /)
    expectStarted((await setUp({ instanceName: name })).response)
    assert.equal((await publicConfig()).name, name)
  })

  testOnce('rejects a signature by another key without changing anything', async () => {
    const rows = await countRows(server)
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge('setup'), newAccount())
    const signature = await newAccount().signMessage({ message: proof.message })
    const body = {
      setupCode: code,
      registration: 'open',
      proof: { ...proof, signature },
      keep: true,
    }
    expectProblem(await browser.post('/api/setup', body), 'signature_invalid')
    assert.deepEqual(await countRows(server), rows)
    assert.equal((await publicConfig()).setupNeeded, true)
  })

  test('creates one owner under concurrent requests', async () => {
    const browsers = [openBrowser(server), openBrowser(server)]
    const bodies = await Promise.all(
      browsers.map(async (browser, index) => {
        const proof = await prove(await browser.challenge('setup', `Acme ${index}`), newAccount())
        return { setupCode: code, registration: 'open', proof, keep: true }
      }),
    )
    const responses = await Promise.all(browsers.map((browser, index) => browser.post('/api/setup', bodies[index])))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 404])
    const [won, lost] = responses[0]?.status === 201 ? responses : responses.toReversed()
    assert.ok(won && lost)
    expectProblem(lost, 'setup_done')
    assert.deepEqual(await listOwners(), [{ id: expectStarted(won).me.id }])
    assert.deepEqual(await countRows(server), { person: 1, wallet: 1, session: 1, spent_challenge: 1, setting: 3 })
    assert.equal((await publicConfig()).name, responses[0] === won ? 'Acme 0' : 'Acme 1')
  })

  test('repeats the lost response for the same browser only', async () => {
    const browser = openBrowser(server)
    const challenge = await browser.challenge('setup')
    const body = {
      setupCode: code,
      registration: 'open',
      proof: await prove(challenge, newAccount()),
      keep: true,
    }
    const key = { 'idempotency-key': challenge.id }
    const first = expectStarted(await browser.post('/api/setup', body, key))
    const again = expectStarted(await browser.post('/api/setup', body, key))
    assert.deepEqual({ session: again.session.id, role: again.me.role }, { session: first.session.id, role: 'owner' })
    expectProblem(await browser.post('/api/setup', body), 'setup_done')
    expectProblem(await openBrowser(server).post('/api/setup', body, key), 'challenge_other_browser')
  })

  describe('once there is an owner', () => {
    testOnce('rejects challenges and setup, and serves no setup page', async () => {
      const browser = openBrowser(server)
      assert.equal((await browser.get('/setup')).status, 200)
      const proof = await prove(await browser.challenge('setup'), newAccount())
      expectStarted((await setUp()).response)
      const rows = await countRows(server)
      const body = { setupCode: code, registration: 'open', proof, keep: true }
      expectProblem(await browser.post('/api/setup', body), 'setup_done')
      expectProblem(await browser.post('/api/setup', { ...body, setupCode: 'wrong' }), 'setup_done')
      expectProblem(await browser.post('/api/challenges', { purpose: 'setup' }), 'purpose_not_allowed')
      assert.equal((await browser.get('/setup')).status, 404)
      assert.deepEqual(await countRows(server), rows)
    })

    testOnce('includes the site name in the signed message', async () => {
      expectStarted((await setUp({ instanceName: 'Acme' })).response)
      assert.match((await openBrowser(server).challenge()).statement, /^Sign in to Acme\. /)
    })
  })
})
