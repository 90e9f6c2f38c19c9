import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ROTATION_GRACE_MS } from '@countersign/contract/limits.ts'
import { listNotices } from '@countersign/contract/routes/notice.ts'
import { stepUp } from '../../../test/support/account.ts'
import { refusalOf, startedOf, stateOf } from '../../../test/support/answers.ts'
import { codeOf, newAccount, openBrowser, prove, signIn } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/each-engine.ts'
import { readRows } from '../../../test/support/rows.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { lockPerson } from '../accounts/person/person.store.ts'
import { statement } from '../platform/store/database.ts'
import { endSessionsOf } from './session.store.ts'

const suspend = statement(`UPDATE person SET status = 'suspended', version = version + 1 WHERE id = ?`)

forEachEngine('what happens at the same moment', (engine) => {
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

  test('somebody suspended on one node while signing in on another is signed in nowhere', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const account = newAccount()
      const { me } = startedOf(await signIn(openBrowser(near), account))
      const browsers = [openBrowser(near), openBrowser(far), openBrowser(near)]
      const proofs = await Promise.all(browsers.map(async (each) => prove(await each.challenge(), account)))
      const signingIn = browsers.map((each, index) => each.post('/api/sessions', { proof: proofs[index], keep: true }))
      // A little later each round, so that it comes before, between and after.
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate)
      const [ended, ...answers] = await Promise.all([suspendThere(me.id), ...signingIn])
      assert.ok(Number(ended) >= 1)
      for (const answer of answers) {
        outcomes.add(answer.status === 201 ? 'let in' : codeOf(answer))
        assert.ok(answer.status === 201 || codeOf(answer) === 'person_suspended', answer.text)
      }
      assert.deepEqual(
        await readRows(near, 'SELECT id FROM session WHERE person_id = ? AND ended_at IS NULL', me.id),
        [],
      )
      for (const each of browsers) assert.equal((await each.get('/api/session')).status, 401)
    }
    assert.ok(outcomes.has('person_suspended'), [...outcomes].join())
  })

  test('of two sessions that end all others at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const account = newAccount()
      const [one, other] = [openBrowser(near), openBrowser(far)]
      for (const each of [one, other]) startedOf(await signIn(each, account))
      const answers = await Promise.all([one, other].map((each) => each.delete('/api/me/sessions')))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
      const states = await Promise.all([one, other].map((each) => each.get('/api/session')))
      assert.deepEqual(
        states.map(({ status }) => status),
        answers.map(({ status }) => status),
      )
    }
  })

  test('an old token used again ends every session of that computer, and it is recorded and told', async () => {
    const account = newAccount()
    const browser = openBrowser(near, { address: '203.0.113.5' })
    const { me, session } = startedOf(await signIn(browser, account))
    const elsewhere = openBrowser(near)
    startedOf(await signIn(elsewhere, account))
    const twin = openBrowser(near)
    twin.cookies.set('cs_dev', browser.cookies.get('cs_dev') ?? '')
    startedOf(await signIn(twin, account))
    const stolen = openBrowser(near, { address: '198.51.100.7' })
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
    await stepUp(browser, account, 'recovery.drop')
    near.clock.now += ROTATION_GRACE_MS + 1

    refusalOf(await stolen.get('/api/me/sessions'), 'session_revoked')
    for (const each of [browser, twin]) refusalOf(await each.get('/api/session'), 'session_revoked')
    stateOf(await elsewhere.get('/api/session'))
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
      items.filter(({ kind }) => kind === 'session_reuse').map(({ id: _, ...told }) => told),
      [
        {
          kind: 'session_reuse',
          at: new Date(near.clock.now).toISOString(),
          device: 'Unknown browser',
          near: '198.51.100.x',
          address: account.address,
          walletId: session.wallet.id,
          until: null,
        },
      ],
    )
  })
})
