import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  RATE_SESSIONS_PER_ADDRESS,
  RATE_SESSIONS_PER_WALLET,
  REPEAT_WINDOW_MS,
  ROTATION_GRACE_MS,
  STEP_UP_TTL_MS,
  TOUCH_INTERVAL_MS,
} from '@countersign/contract/limits.ts'
import { askStepUp, challengeFor, stepUp } from '../../../test/support/account.ts'
import { cookieOf, refusalOf, startedOf, stateOf } from '../../../test/support/answers.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../test/support/rows.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'

forEachEngine('a step-up', (engine, testOnce) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signedIn(keep = true) {
    const browser = openBrowser(server)
    const account = newAccount()
    return { browser, account, started: startedOf(await signIn(browser, account, keep)) }
  }

  async function provenAct(given: Awaited<ReturnType<typeof signedIn>>) {
    const challenge = await challengeFor(given.browser, 'step_up', { action: 'wallet.add' })
    return { challenge, proof: await prove(challenge, given.account) }
  }

  const confirmed = (sessionId: string) =>
    readRows(server, 'SELECT step_up_at, step_up_act, step_up_wallet_id FROM session WHERE id = ?', sessionId)

  testOnce('names nobody to those who may not read about people', async () => {
    const { browser } = await signedIn()
    const other = await signedIn()
    const body = { purpose: 'step_up', action: 'people.recover', target: other.started.me.id }
    refusalOf(await browser.post('/api/challenges', body), 'not_found')
    const wallet = { purpose: 'step_up', action: 'wallet.remove', target: other.started.session.wallet.id }
    refusalOf(await browser.post('/api/challenges', wallet), 'not_found')
  })

  test('keeps what was confirmed, when and by which wallet', async () => {
    const { browser, account, started } = await signedIn()
    const { session, me } = started
    assert.deepEqual(await stepUp(browser, account, 'wallet.remove', session.wallet.id), { session, me })
    assert.deepEqual(await confirmed(session.id), [
      {
        step_up_at: server.clock.now,
        step_up_act: `wallet.remove:${session.wallet.id}`,
        step_up_wallet_id: session.wallet.id,
      },
    ])
  })

  test('gives the session a new token, and the old one works only for a moment', async () => {
    const { browser, account, started } = await signedIn()
    const token = browser.cookies.get('cs') ?? ''
    await stepUp(browser, account, 'wallet.add')
    assert.notEqual(browser.cookies.get('cs'), token)
    assert.equal(stateOf(await browser.get('/api/session')).session.id, started.session.id)
    const behind = openBrowser(server)
    behind.cookies.set('cs', token)
    server.clock.now += ROTATION_GRACE_MS
    stateOf(await behind.get('/api/session'))
    server.clock.now += 1
    refusalOf(await behind.get('/api/session'), 'session_revoked')
  })

  test('and the note that the session is in use do not wait for each other', async () => {
    const { browser, account } = await signedIn()
    for (let count = 0; count < 5; count++) {
      server.clock.now += TOUCH_INTERVAL_MS
      await stepUp(browser, account, 'wallet.add')
    }
  })

  testOnce('leaves the cookie the life it had', async () => {
    const kept = await signedIn()
    server.clock.now += 10_000
    const left = (Date.parse(kept.started.session.expiresAt) - server.clock.now) / 1000
    const answer = await askStepUp(kept.browser, kept.account, 'wallet.add')
    assert.match(cookieOf(answer, 'cs'), new RegExp(`; Max-Age=${left}$`))
    const notKept = await signedIn(false)
    assert.doesNotMatch(cookieOf(await askStepUp(notKept.browser, notKept.account, 'wallet.add'), 'cs'), /Max-Age/)
  })

  test('is in the activity, and so is a refused one', async () => {
    const { browser, account, started } = await signedIn()
    const other = newAccount()
    refusalOf(await askStepUp(browser, other, 'wallet.add'), 'wallet_not_yours')
    await server.context.background.settled()
    await stepUp(browser, account, 'wallet.add')
    const events = await readRows(
      server,
      `SELECT kind, outcome, code, actor_id, person_id, address, data FROM activity
        WHERE session_id = ? AND kind LIKE 'step_up.%' ORDER BY id`,
      started.session.id,
    )
    const person = { actor_id: started.me.id, person_id: started.me.id }
    assert.deepEqual(events, [
      { kind: 'step_up.refused', outcome: 'refused', code: 'wallet_not_yours', ...person, address: null, data: '{}' },
      {
        kind: 'step_up.ok',
        outcome: 'ok',
        code: null,
        ...person,
        address: account.address.toLowerCase(),
        data: JSON.stringify({ act: 'wallet.add', walletId: started.session.wallet.id }),
      },
    ])
  })

  testOnce('says in the wallet what is confirmed, and nothing about wallets of others', async () => {
    const { browser, account, started } = await signedIn()
    const own = await challengeFor(browser, 'step_up', { action: 'wallet.remove', target: started.session.wallet.id })
    const short = `${account.address.slice(0, 6)}...${account.address.slice(-4)}`
    assert.equal(
      own.statement,
      `Confirm a change to your Countersign account: remove a wallet (${short}). It costs nothing and moves nothing.`,
    )
    const other = await signedIn()
    const asked = { purpose: 'step_up', action: 'wallet.remove', target: other.started.session.wallet.id }
    refusalOf(await browser.post('/api/challenges', asked), 'not_found')
  })

  describe('is refused and changes nothing', () => {
    test('by a wallet of nobody, or of somebody else', async () => {
      const { browser, started } = await signedIn()
      const somebody = await signedIn()
      for (const account of [newAccount(), somebody.account]) {
        const token = browser.cookies.get('cs')
        const rows = await countRows(server)
        refusalOf(await askStepUp(browser, account, 'wallet.add'), 'wallet_not_yours')
        assert.deepEqual(await countRows(server), rows)
        assert.equal(browser.cookies.get('cs'), token)
      }
      assert.deepEqual(await confirmed(started.session.id), [
        { step_up_at: null, step_up_act: null, step_up_wallet_id: null },
      ])
    })

    test('with a signature by another key', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      const signature = await newAccount().signMessage({ message: proof.message })
      const answer = await given.browser.post('/api/session/step-up', { proof: { ...proof, signature } })
      refusalOf(answer, 'signature_invalid')
    })

    test('with the same signature twice', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      stateOf(await given.browser.post('/api/session/step-up', { proof }))
      refusalOf(await given.browser.post('/api/session/step-up', { proof }), 'challenge_used')
    })

    test('with the same signature ten times at once, but for one', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => given.browser.post('/api/session/step-up', { proof })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
    })

    test('with a signature that was given for something else, and the other way round', async () => {
      const given = await signedIn()
      const { browser, account } = given
      const signing = await prove(await browser.challenge(), account)
      refusalOf(await browser.post('/api/session/step-up', { proof: signing }), 'purpose_not_allowed')
      const { proof } = await provenAct(given)
      refusalOf(await browser.post('/api/sessions', { proof, keep: true }), 'purpose_not_allowed')
      refusalOf(await browser.post('/api/recoveries', { proof, keep: true, code: 'A' }), 'purpose_not_allowed')
      stateOf(await browser.post('/api/session/step-up', { proof }))
      refusalOf(await browser.post('/api/me/wallets', { proof }), 'purpose_not_allowed')
    })

    test('with a challenge of another browser, even of the same person', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      const second = openBrowser(server)
      startedOf(await signIn(second, given.account))
      refusalOf(await second.post('/api/session/step-up', { proof }), 'challenge_other_browser')
    })

    test('in no session, and in one that was ended meanwhile', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", given.started.me.id)
      refusalOf(await given.browser.post('/api/session/step-up', { proof }), 'session_revoked')
      refusalOf(await openBrowser(server).post('/api/session/step-up', { proof }), 'unauthenticated')
    })

    testOnce('more often than signing in is', async () => {
      const { browser, account } = await signedIn()
      for (let count = 1; count < RATE_SESSIONS_PER_WALLET.burst; count++) {
        if (count === 5) server.clock.now += 30_000
        await stepUp(browser, account, 'wallet.add')
      }
      server.clock.now += 29_000
      refusalOf(await askStepUp(browser, account, 'wallet.add'), 'rate_limited')
      const second = await signedIn()
      for (let count = 1; count < RATE_SESSIONS_PER_ADDRESS.burst; count++)
        await second.browser.post('/api/session/step-up', { proof: (await provenActLike()).proof })
      refusalOf(
        await second.browser.post('/api/session/step-up', { proof: (await provenActLike()).proof }),
        'rate_limited',
      )
    })
  })

  async function provenActLike() {
    return provenAct(await signedIn())
  }

  describe('whose answer was lost on the way', () => {
    test('is answered again, with a new token, and confirms nothing anew', async () => {
      const given = await signedIn()
      const { challenge, proof } = await provenAct(given)
      const { browser } = given
      const before = browser.cookies.get('cs') ?? ''
      const key = { 'idempotency-key': challenge.id }
      stateOf(await browser.post('/api/session/step-up', { proof }, key))
      browser.cookies.set('cs', before)
      const at = server.clock.now
      server.clock.now += 1000
      const again = stateOf(await browser.post('/api/session/step-up', { proof }, key))
      assert.equal(again.session.id, given.started.session.id)
      assert.equal((await confirmed(again.session.id))[0]?.step_up_at, at)
      server.clock.now += ROTATION_GRACE_MS + 1
      stateOf(await browser.get('/api/session'))
    })

    test('is not answered again after its time, under another key, or in another session', async () => {
      const given = await signedIn()
      const { challenge, proof } = await provenAct(given)
      const { browser } = given
      const post = (key: string) => browser.post('/api/session/step-up', { proof }, { 'idempotency-key': key })
      stateOf(await post(challenge.id))
      refusalOf(await post('chl_01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'challenge_used')
      server.clock.now += REPEAT_WINDOW_MS
      stateOf(await post(challenge.id))
      server.clock.now += 1
      refusalOf(await post(challenge.id), 'challenge_used')
      const anew = await provenAct(given)
      stateOf(await browser.post('/api/session/step-up', { proof: anew.proof }))
      startedOf(await signIn(browser, given.account))
      const key = { 'idempotency-key': anew.challenge.id }
      refusalOf(await browser.post('/api/session/step-up', { proof: anew.proof }, key), 'challenge_used')
    })
  })

  test('is enough for ten minutes where a recent one will do', async () => {
    const { browser, account } = await signedIn()
    const wish = () => browser.delete('/api/me/recovery-codes')
    assert.deepEqual(refusalOf(await wish(), 'step_up_required').act, { action: 'recovery.drop' })
    await stepUp(browser, account, 'wallet.add')
    server.clock.now += STEP_UP_TTL_MS
    assert.equal((await wish()).status, 204)
    server.clock.now += 1
    refusalOf(await wish(), 'step_up_required')
  })
})
