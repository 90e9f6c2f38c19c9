import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import {
  ADMIN_MODE_MS,
  RATE_SESSIONS_PER_ADDRESS,
  RATE_SESSIONS_PER_WALLET,
  REPEAT_WINDOW_MS,
  ROTATION_GRACE_MS,
  STEP_UP_NOW_MS,
  TOUCH_INTERVAL_MS,
} from '@countersign/contract/limits.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { readEvents } from '../../../../test/support/server/people.ts'
import {
  expectProblem,
  expectSession,
  expectStarted,
  findSetCookie,
} from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { fetchChallenge, requestStepUp, stepUp } from '../../../../test/support/server/wallets.ts'

forEachEngine('step-up', (engine, testOnce) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signedIn(keep = true) {
    const browser = openBrowser(server)
    const account = newAccount()
    return { browser, account, started: expectStarted(await signIn(browser, account, keep)) }
  }

  async function provenAct(given: Awaited<ReturnType<typeof signedIn>>) {
    const challenge = await fetchChallenge(given.browser, 'step_up', { action: 'recovery.drop' })
    return { challenge, proof: await prove(challenge, given.account) }
  }

  const confirmed = (sessionId: string) =>
    readRows(server, 'SELECT action, wallet_id, signed_at, used_at FROM step_up WHERE session_id = ?', sessionId)

  testOnce('names no person to roles that may not read people', async () => {
    const { browser } = await signedIn()
    const other = await signedIn()
    const body = { purpose: 'step_up', action: 'people.recover', target: other.started.me.id }
    expectProblem(await browser.post('/api/challenges', body), 'not_found')
    const wallet = { purpose: 'step_up', action: 'wallet.remove', target: other.started.session.wallet.id }
    expectProblem(await browser.post('/api/challenges', wallet), 'not_found')
  })

  test('stores what was confirmed, when and by which wallet', async () => {
    const { browser, account, started } = await signedIn()
    const { session, me } = started
    assert.deepEqual(await stepUp(browser, account, 'wallet.remove', session.wallet.id), { session, me })
    const { id } = session.wallet
    assert.deepEqual(await confirmed(session.id), [
      { action: `wallet.remove:${id}`, wallet_id: id, signed_at: server.clock.now, used_at: null },
    ])
  })

  test('proves a wallet that was unproven', async () => {
    const { browser, account, started } = await signedIn()
    const { id } = started.session.wallet
    await changeRows(server, 'UPDATE wallet SET unproven_since = 1 WHERE id = ?', id)
    await stepUp(browser, account, 'wallet.remove', id)
    assert.deepEqual(await readRows(server, 'SELECT unproven_since FROM wallet WHERE id = ?', id), [
      { unproven_since: null },
    ])
  })

  test('rotates the session token, and the old one works for a moment', async () => {
    const { browser, account, started } = await signedIn()
    const token = browser.cookies.get('cs') ?? ''
    await stepUp(browser, account, 'recovery.drop')
    assert.notEqual(browser.cookies.get('cs'), token)
    assert.equal(expectSession(await browser.get('/api/session')).session.id, started.session.id)
    const behind = openBrowser(server)
    behind.cookies.set('cs', token)
    server.clock.now += ROTATION_GRACE_MS
    expectSession(await behind.get('/api/session'))
    server.clock.now += 1
    expectProblem(await behind.get('/api/session'), 'session_revoked')
  })

  test('treats the use of any earlier token as theft, however many rotations ago', async () => {
    for (const rotations of [2, 3, 5]) {
      const { browser, account, started } = await signedIn()
      const stolen = openBrowser(server)
      for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
      for (let count = 0; count < rotations; count++) {
        await stepUp(browser, account, 'recovery.drop')
        server.clock.now += ROTATION_GRACE_MS + 1
      }
      expectSession(await browser.get('/api/session'))
      expectProblem(await stolen.get('/api/session'), 'session_revoked')
      expectProblem(await browser.get('/api/session'), 'session_revoked')
      const [notice] = await readRows(
        server,
        "SELECT session_id FROM notice WHERE person_id = ? AND kind = 'session_reuse'",
        started.me.id,
      )
      assert.deepEqual(notice, { session_id: started.session.id })
      assert.equal((await readEvents(server, 'session.reuse')).at(-1)?.session_id, started.session.id)
    }
  })

  test('accepts each earlier token for thirty seconds after its own rotation', async () => {
    const { browser, account } = await signedIn()
    const tokens: string[] = []
    for (let count = 0; count < 2; count++) {
      tokens.push(browser.cookies.get('cs') ?? '')
      await stepUp(browser, account, 'recovery.drop')
      server.clock.now += 1000
    }
    const behind = openBrowser(server)
    server.clock.now += ROTATION_GRACE_MS - 2000
    for (const token of tokens) {
      behind.cookies.set('cs', token)
      expectSession(await behind.get('/api/session'))
      expectProblem(await behind.delete('/api/me/recovery-codes'), 'step_up_required')
    }
    server.clock.now += 1
    behind.cookies.set('cs', tokens[1] ?? '')
    expectSession(await behind.get('/api/session'))
    behind.cookies.set('cs', tokens[0] ?? '')
    expectProblem(await behind.get('/api/session'), 'session_revoked')
  })

  test('does not deadlock with the update of the last use', async () => {
    const { browser, account } = await signedIn()
    for (let count = 0; count < 5; count++) {
      server.clock.now += TOUCH_INTERVAL_MS
      await stepUp(browser, account, 'recovery.drop')
    }
  })

  testOnce('keeps the lifetime of the cookie', async () => {
    const kept = await signedIn()
    server.clock.now += 10_000
    const left = (Date.parse(kept.started.session.expiresAt) - server.clock.now) / 1000
    const answer = await requestStepUp(kept.browser, kept.account, 'recovery.drop')
    assert.match(findSetCookie(answer, 'cs'), new RegExp(`; Max-Age=${left}$`))
    const notKept = await signedIn(false)
    assert.doesNotMatch(
      findSetCookie(await requestStepUp(notKept.browser, notKept.account, 'recovery.drop'), 'cs'),
      /Max-Age/,
    )
  })

  test('records success and failure', async () => {
    const { browser, account, started } = await signedIn()
    const other = newAccount()
    expectProblem(await requestStepUp(browser, other, 'recovery.drop'), 'wallet_not_yours')
    await server.context.background.settled()
    await stepUp(browser, account, 'recovery.drop')
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
        data: JSON.stringify({ action: 'recovery.drop', walletId: started.session.wallet.id }),
      },
    ])
  })

  testOnce('states the action in the message, without wallets of others', async () => {
    const { browser, account, started } = await signedIn()
    const own = await fetchChallenge(browser, 'step_up', { action: 'wallet.remove', target: started.session.wallet.id })
    const { address } = account
    assert.equal(
      own.statement,
      `Confirm this action on Countersign: remove a wallet (${address}). Signing is free and does not send a transaction.`,
    )
    const other = await signedIn()
    const request = { purpose: 'step_up', action: 'wallet.remove', target: other.started.session.wallet.id }
    expectProblem(await browser.post('/api/challenges', request), 'not_found')
  })

  describe('is rejected without changing anything', () => {
    test('by an unlinked wallet or a wallet of another person', async () => {
      const { browser, started } = await signedIn()
      const otherPerson = await signedIn()
      for (const account of [newAccount(), otherPerson.account]) {
        const token = browser.cookies.get('cs')
        const rows = await countRows(server)
        expectProblem(await requestStepUp(browser, account, 'recovery.drop'), 'wallet_not_yours')
        assert.deepEqual(await countRows(server), rows)
        assert.equal(browser.cookies.get('cs'), token)
      }
      assert.deepEqual(await confirmed(started.session.id), [])
    })

    test('with a signature by another key', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      const signature = await newAccount().signMessage({ message: proof.message })
      const answer = await given.browser.post('/api/session/step-up', { proof: { ...proof, signature } })
      expectProblem(answer, 'signature_invalid')
    })

    test('with a reused signature', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      expectSession(await given.browser.post('/api/session/step-up', { proof }))
      expectProblem(await given.browser.post('/api/session/step-up', { proof }), 'challenge_used')
    })

    test('with a signature sent ten times concurrently, except once', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => given.browser.post('/api/session/step-up', { proof })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
    })

    test('with a signature for another purpose, and the reverse', async () => {
      const given = await signedIn()
      const { browser, account } = given
      const signing = await prove(await browser.challenge(), account)
      expectProblem(await browser.post('/api/session/step-up', { proof: signing }), 'purpose_not_allowed')
      const { proof } = await provenAct(given)
      expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'purpose_not_allowed')
      expectProblem(await browser.post('/api/recoveries', { proof, keep: true, code: 'A' }), 'purpose_not_allowed')
      expectSession(await browser.post('/api/session/step-up', { proof }))
      expectProblem(await browser.post('/api/me/wallets', { proof }), 'step_up_required')
    })

    test('with a challenge of another browser, even of the same person', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      const second = openBrowser(server)
      expectStarted(await signIn(second, given.account))
      expectProblem(await second.post('/api/session/step-up', { proof }), 'challenge_other_browser')
    })

    test('without a session and in an ended session', async () => {
      const given = await signedIn()
      const { proof } = await provenAct(given)
      await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", given.started.me.id)
      expectProblem(await given.browser.post('/api/session/step-up', { proof }), 'session_revoked')
      expectProblem(await openBrowser(server).post('/api/session/step-up', { proof }), 'unauthenticated')
    })

    testOnce('more often than sign-in', async () => {
      const { rates } = server.context
      for (const [key, rate] of [
        ['wallet', RATE_SESSIONS_PER_WALLET],
        ['session', RATE_SESSIONS_PER_ADDRESS],
      ] as const) {
        const { browser, account } = await signedIn()
        const taken: unknown[] = []
        const take: typeof rates.take = (name, given) => {
          if (!name.startsWith(`${key}:`)) return
          taken.push(given)
          throw new AppError('rate_limited', { retryAfter: 1 })
        }
        server.context.rates = { ...rates, take }
        expectProblem(await requestStepUp(browser, account, 'recovery.drop'), 'rate_limited')
        server.context.rates = rates
        assert.deepEqual(taken, [rate])
      }
    })
  })

  describe('after a lost response', () => {
    test('repeats the response with a new token and confirms nothing again', async () => {
      const given = await signedIn()
      const { challenge, proof } = await provenAct(given)
      const { browser } = given
      const before = browser.cookies.get('cs') ?? ''
      const key = { 'idempotency-key': challenge.id }
      expectSession(await browser.post('/api/session/step-up', { proof }, key))
      browser.cookies.set('cs', before)
      const at = server.clock.now
      server.clock.now += 1000
      const again = expectSession(await browser.post('/api/session/step-up', { proof }, key))
      assert.equal(again.session.id, given.started.session.id)
      assert.deepEqual(
        (await confirmed(again.session.id)).map(({ signed_at }) => signed_at),
        [at],
      )
      server.clock.now += ROTATION_GRACE_MS + 1
      expectSession(await browser.get('/api/session'))
    })

    test('rejects a late retry, another key and another session', async () => {
      const given = await signedIn()
      const { challenge, proof } = await provenAct(given)
      const { browser } = given
      const post = (key: string) => browser.post('/api/session/step-up', { proof }, { 'idempotency-key': key })
      expectSession(await post(challenge.id))
      expectProblem(await post('chl_01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'challenge_used')
      server.clock.now += REPEAT_WINDOW_MS
      expectSession(await post(challenge.id))
      server.clock.now += 1
      expectProblem(await post(challenge.id), 'challenge_used')
      const anew = await provenAct(given)
      expectSession(await browser.post('/api/session/step-up', { proof: anew.proof }))
      expectStarted(await signIn(browser, given.account))
      const key = { 'idempotency-key': anew.challenge.id }
      expectProblem(await browser.post('/api/session/step-up', { proof: anew.proof }, key), 'challenge_other_browser')
    })
  })

  test('for a critical action is valid for a minute', async () => {
    const { browser, account } = await signedIn()
    const sendRequest = () => browser.delete('/api/me/recovery-codes')
    await stepUp(browser, account, 'recovery.drop')
    server.clock.now += STEP_UP_NOW_MS
    assert.equal((await sendRequest()).status, 204)
    await stepUp(browser, account, 'recovery.drop')
    server.clock.now += STEP_UP_NOW_MS + 1
    assert.deepEqual(expectProblem(await sendRequest(), 'step_up_required').stepUp, { action: 'recovery.drop' })
  })

  test('stays valid when the action fails, and works once the cause is fixed', async () => {
    const { browser, account, started } = await signedIn()
    const sendRequest = (phrase: string) => browser.post('/api/me/deletion', { phrase })
    await stepUp(browser, account, 'account.delete')
    expectProblem(await sendRequest('no'), 'phrase_wrong')
    assert.equal((await confirmed(started.session.id))[0]?.used_at, null)
    assert.equal((await sendRequest(DELETION_PHRASE)).status, 202)
  })

  test('is used once under twenty concurrent requests', async () => {
    const { browser, account } = await signedIn()
    await stepUp(browser, account, 'recovery.create')
    const calls = Array.from({ length: 20 }, () => browser.post('/api/me/recovery-codes'))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, ...Array(19).fill(403)])
  })

  test('for several concurrent actions leaves the browser a valid token', async () => {
    const { browser, account } = await signedIn()
    const proofs = await Promise.all(
      Array.from({ length: 8 }, async () =>
        prove(await fetchChallenge(browser, 'step_up', { action: 'recovery.drop' }), account),
      ),
    )
    const token = browser.cookies.get('cs') ?? ''
    const answers = await Promise.all(
      proofs.map((proof) => {
        const tab = openBrowser(server)
        for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
        return tab.post('/api/session/step-up', { proof })
      }),
    )
    for (const answer of answers) expectSession(answer)
    const tokens = answers.flatMap((answer) => /^cs=([^;]+)/.exec(findSetCookie(answer, 'cs'))?.[1] ?? [])
    assert.equal(tokens.length, 1)
    assert.notEqual(tokens[0], token)
    server.clock.now += ROTATION_GRACE_MS + 1
    browser.cookies.set('cs', tokens[0] ?? '')
    expectSession(await browser.get('/api/session'))
  })

  describe('for admin mode', () => {
    async function admin() {
      const given = await signedIn()
      await changeRows(server, "UPDATE person SET role = 'admin' WHERE id = ?", given.started.me.id)
      const sendRequest = (browser = given.browser) => {
        const name = `group-${String(Math.random()).slice(2)}`
        return browser.post('/api/admin/groups', { name, slug: name })
      }
      return { ...given, sendRequest }
    }

    test('covers routine administration in this session for ten minutes', async () => {
      const { browser, account, sendRequest } = await admin()
      assert.deepEqual(expectProblem(await sendRequest(), 'step_up_required').stepUp, { action: 'admin.mode' })
      const { session } = await stepUp(browser, account, 'admin.mode')
      assert.equal(session.adminUntil, new Date(server.clock.now + ADMIN_MODE_MS).toISOString())
      server.clock.now += ADMIN_MODE_MS - 1
      for (let count = 0; count < 2; count++) assert.equal((await sendRequest()).status, 201)
      server.clock.now += 1
      expectProblem(await sendRequest(), 'step_up_required')
    })

    test('covers no other session, no earlier token, and nothing once closed', async () => {
      const { browser, account, sendRequest } = await admin()
      const other = openBrowser(server)
      expectStarted(await signIn(other, account))
      const before = openBrowser(server)
      for (const [name, value] of browser.cookies) before.cookies.set(name, value)
      await stepUp(browser, account, 'admin.mode')
      expectProblem(await sendRequest(other), 'step_up_required')
      expectProblem(await sendRequest(before), 'step_up_required')
      assert.equal((await sendRequest()).status, 201)
      const closed = await browser.delete('/api/session/admin-mode')
      assert.equal(expectSession(closed).session.adminUntil, null)
      assert.equal(expectSession(await browser.get('/api/session')).session.adminUntil, null)
      expectProblem(await sendRequest(), 'step_up_required')
    })

    test('rejects a wallet in its waiting period', async () => {
      const { browser, account, started } = await admin()
      const set = "UPDATE wallet SET linked_via = 'recovery', linked_at = ? WHERE id = ?"
      await changeRows(server, set, server.clock.now, started.session.wallet.id)
      expectProblem(await requestStepUp(browser, account, 'admin.mode'), 'wallet_too_new')
    })
  })
})
