import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ROTATION_GRACE_MS } from '@countersign/contract/limits.ts'
import { listNotices } from '@countersign/contract/schemas/notice.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { readRows } from '../../../test/support/database/rows.ts'
import { errorCodeOf, newAccount, openBrowser, prove, signIn } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { stepUp } from '../../../test/support/server/wallets.ts'
import { lockPerson } from '../accounts/person/person.store.ts'
import { seal } from '../audit/hash-chain.ts'
import { verifyChain } from '../audit/verify-hash-chain.ts'
import { statement } from '../platform/store/database.ts'
import { endSessionsOf } from './session.store.ts'

const suspend = statement(`UPDATE person SET status = 'suspended', version = version + 1 WHERE id = ?`)

forEachEngine('concurrent session changes', (engine) => {
  let near: TestServer
  let far: TestServer
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    near = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
  })
  after(() => Promise.all([near.close(), far.close()]))

  function suspendThere(personId: string): Promise<number> {
    return far.context.store.transaction(async (queries) => {
      await lockPerson(queries, personId)
      await queries.run(suspend, personId)
      return endSessionsOf(queries, { personId, at: far.context.now(), reason: 'person_suspended' })
    })
  }

  test('a person suspended on one node while signing in on another is signed in nowhere', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const account = newAccount()
      const { me } = expectStarted(await signIn(openBrowser(near), account))
      const browsers = [openBrowser(near), openBrowser(far), openBrowser(near)]
      const proofs = await Promise.all(browsers.map(async (each) => prove(await each.challenge(), account)))
      const signingIn = browsers.map((each, index) => each.post('/api/sessions', { proof: proofs[index], keep: true }))
      // A little later each round, so that the suspension happens before, during and after the sign-in.
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate)
      const [ended, ...answers] = await Promise.all([suspendThere(me.id), ...signingIn])
      assert.ok(Number(ended) >= 1)
      for (const answer of answers) {
        outcomes.add(answer.status === 201 ? 'let in' : errorCodeOf(answer))
        assert.ok(answer.status === 201 || errorCodeOf(answer) === 'person_suspended', answer.text)
      }
      assert.deepEqual(
        await readRows(near, 'SELECT id FROM session WHERE person_id = ? AND ended_at IS NULL', me.id),
        [],
      )
      for (const each of browsers) assert.equal((await each.get('/api/session')).status, 401)
    }
    assert.ok(outcomes.has('person_suspended'), [...outcomes].join())
  })

  test('sign-ins that are refused late leave nothing and do not change those that arrive with them', async () => {
    const accounts = Array.from({ length: 20 }, newAccount)
    const people = await Promise.all(
      accounts.map(async (account) => expectStarted(await signIn(openBrowser(near), account)).me.id),
    )
    for (const [index, personId] of people.entries())
      if (index % 4 === 1) await near.context.store.run(suspend, personId)
    const visitors = await Promise.all(
      accounts.map(async (account) => {
        const browser = openBrowser(near)
        return { browser, proof: await prove(await browser.challenge(), account) }
      }),
    )
    const responses = await Promise.all(
      visitors.map(({ browser, proof }) => browser.post('/api/sessions', { proof, keep: true })),
    )
    for (const [index, response] of responses.entries()) {
      const refused = index % 4 === 1
      if (refused) expectProblem(response, 'person_suspended')
      else expectStarted(response)
      const personId = people[index] ?? ''
      const counts = await readRows(
        near,
        `SELECT (SELECT count(*) FROM session WHERE person_id = ?) AS sessions,
          (SELECT count(*) FROM device WHERE person_id = ?) AS devices,
          (SELECT count(*) FROM activity WHERE person_id = ? AND kind = 'sign_in.ok') AS events`,
        ...[personId, personId, personId],
      )
      const expected = refused ? 1 : 2
      assert.deepEqual(counts, [{ sessions: expected, devices: expected, events: expected }])
    }
    await near.context.background.settled()
    await seal(near.context)
    assert.equal((await verifyChain(near.context.store, near.context.now())).ok, true)
  })

  test('keep one session when two sessions end all others concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const account = newAccount()
      const [one, other] = [openBrowser(near), openBrowser(far)]
      for (const each of [one, other]) expectStarted(await signIn(each, account))
      const answers = await Promise.all([one, other].map((each) => each.delete('/api/me/sessions')))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
      const states = await Promise.all([one, other].map((each) => each.get('/api/session')))
      assert.deepEqual(
        states.map(({ status }) => status),
        answers.map(({ status }) => status),
      )
    }
  })

  test('end every session of the device when a replaced token is reused, with a record and a notice', async () => {
    const account = newAccount()
    const browser = openBrowser(near, { address: '203.0.113.5' })
    const { me, session } = expectStarted(await signIn(browser, account))
    const elsewhere = openBrowser(near)
    expectStarted(await signIn(elsewhere, account))
    const twin = openBrowser(near)
    twin.cookies.set('cs_dev', browser.cookies.get('cs_dev') ?? '')
    expectStarted(await signIn(twin, account))
    const stolen = openBrowser(near, { address: '198.51.100.7' })
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
    await stepUp(browser, account, 'recovery.drop')
    near.clock.now += ROTATION_GRACE_MS + 1

    expectProblem(await stolen.get('/api/me/sessions'), 'session_revoked')
    for (const each of [browser, twin]) expectProblem(await each.get('/api/session'), 'session_revoked')
    expectSession(await elsewhere.get('/api/session'))
    const recorded = await readRows(
      near,
      `SELECT outcome, code, actor, session_id, ip, data FROM activity WHERE kind = 'session.reuse' AND person_id = ?`,
      me.id,
    )
    assert.deepEqual(recorded, [
      {
        outcome: 'refused',
        code: 'session_revoked',
        actor: 'visitor',
        session_id: session.id,
        ip: '198.51.100.7',
        data: '{"ended":2}',
      },
    ])
    const { items } = listNotices.answer.parse((await elsewhere.get('/api/me/notices')).json)
    assert.deepEqual(
      items.filter(({ kind }) => kind === 'session_reuse').map(({ id: _, ...notice }) => notice),
      [
        {
          kind: 'session_reuse',
          at: new Date(near.clock.now).toISOString(),
          device: 'Unknown browser',
          maskedIp: '198.51.100.x',
          address: account.address,
          walletId: session.wallet.id,
          subject: null,
          until: null,
          count: 1,
        },
      ],
    )
  })
})
