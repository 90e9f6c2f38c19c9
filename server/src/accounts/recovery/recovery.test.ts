import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  RATE_RECOVERIES_PER_PERSON,
  RECOVERED_WALLET_DELAY_MS,
  RECOVERY_LINK_MS,
} from '@countersign/contract/limits.ts'
import { listWallets } from '@countersign/contract/schemas/wallet.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { addEligiblePerson, addPersonWithCodes, createLink } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import {
  fetchChallenge,
  requestRecovery,
  requestRemoval,
  requestStepUp,
} from '../../../../test/support/server/wallets.ts'
import { purge } from '../../operations/purge.ts'

forEachEngine('recovery', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const addPerson = () => addEligiblePerson(server)
  const withCodes = () => addPersonWithCodes(server)
  const recoverWith = (key: { code?: string; link?: string }, account = newAccount()) =>
    requestRecovery(openBrowser(server), key, account)

  const eventsOf = async (personId: string, kind: string) =>
    (
      await readRows(server, 'SELECT data FROM activity WHERE person_id = ? AND kind = ? ORDER BY id', personId, kind)
    ).map(({ data }) => JSON.parse(String(data)))

  describe('with a code', () => {
    test('adds the new wallet, signs it in and ends every other session', async () => {
      const { browser, account, me, session, code } = await withCodes()
      const otherBrowser = openBrowser(server)
      expectStarted(await signIn(otherBrowser, account))
      const fresh = newAccount()
      const back = openBrowser(server)
      const started = expectStarted(await requestRecovery(back, { code }, fresh))
      assert.deepEqual(
        { me: started.me, created: started.created, address: started.session.wallet.address },
        { me, created: false, address: fresh.address },
      )
      for (const ended of [browser, otherBrowser]) expectProblem(await ended.get('/api/session'), 'session_revoked')
      const reasons = 'SELECT DISTINCT end_reason FROM session WHERE person_id = ? AND id <> ?'
      assert.deepEqual(await readRows(server, reasons, me.id, started.session.id), [{ end_reason: 'recovered' }])
      const wallets = listWallets.answer.parse((await back.get('/api/me/wallets')).json).items
      assert.deepEqual(
        wallets.map(({ id, linkedVia, primary, current, trustedAt }) => ({
          id,
          linkedVia,
          primary,
          current,
          trustedAt,
        })),
        [
          { id: session.wallet.id, linkedVia: 'sign_in', primary: true, current: false, trustedAt: null },
          {
            id: started.session.wallet.id,
            linkedVia: 'recovery',
            primary: false,
            current: true,
            trustedAt: new Date(server.clock.now + RECOVERED_WALLET_DELAY_MS).toISOString(),
          },
        ],
      )
    })

    test('records the recovery and notifies the next session of the other wallets', async () => {
      const { me, code } = await withCodes()
      const fresh = newAccount()
      const started = expectStarted(await recoverWith({ code }, fresh))
      const walletId = started.session.wallet.id
      assert.deepEqual(await eventsOf(me.id, 'recovery.used'), [{ by: 'code', walletId, sessionsEnded: 1 }])
      assert.deepEqual(await eventsOf(me.id, 'wallet.linked'), [{ walletId, via: 'recovery' }])
      const notices = 'SELECT session_id, address, wallet_id FROM notice WHERE person_id = ? AND kind = ?'
      assert.deepEqual(await readRows(server, notices, me.id, 'recovery_used'), [
        { session_id: started.session.id, address: fresh.address.toLowerCase(), wallet_id: walletId },
      ])
    })

    test('accepts a code regardless of case, spaces and lookalike characters', async () => {
      const { code, codes, me } = await withCodes()
      const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      assert.equal(expectStarted(await recoverWith({ code: ` ${typed}\n` })).me.id, me.id)
      const other = String(codes[1]).replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'I')
      assert.equal(expectStarted(await recoverWith({ code: other })).me.id, me.id)
    })

    test('rejects the eleventh recovery in a day and keeps the code valid', async () => {
      const { code, me } = await withCodes()
      for (let count = 0; count < RATE_RECOVERIES_PER_PERSON.burst; count++)
        server.context.rates.take(`recovery:${me.id}`, RATE_RECOVERIES_PER_PERSON)
      expectProblem(await recoverWith({ code }), 'rate_limited')
      server.clock.now += RATE_RECOVERIES_PER_PERSON.perMs / RATE_RECOVERIES_PER_PERSON.burst
      assert.equal(expectStarted(await recoverWith({ code })).me.id, me.id)
    })

    test('lets a used code use up no tries of the person', async () => {
      const { code, codes, me } = await withCodes()
      expectStarted(await recoverWith({ code }))
      for (let count = 0; count <= RATE_RECOVERIES_PER_PERSON.burst; count++)
        expectProblem(await recoverWith({ code }), 'recovery_invalid')
      assert.equal(expectStarted(await recoverWith({ code: String(codes[1]) })).me.id, me.id)
    })

    test('accepts a code once', async () => {
      const { code } = await withCodes()
      expectStarted(await recoverWith({ code }))
      const rows = await countRows(server)
      expectProblem(await recoverWith({ code }), 'recovery_invalid')
      assert.deepEqual(await countRows(server), rows)
    })

    test('prevents the new wallet from removing wallets and creating codes for three days', async () => {
      const { code, session } = await withCodes()
      const fresh = newAccount()
      const back = openBrowser(server)
      expectStarted(await requestRecovery(back, { code }, fresh))
      const until = new Date(server.clock.now + RECOVERED_WALLET_DELAY_MS).toISOString()
      const lost = session.wallet.id
      assert.equal(expectProblem(await requestRemoval(back, fresh, lost), 'wallet_too_new').until, until)
      assert.equal(expectProblem(await requestStepUp(back, fresh, 'recovery.create'), 'wallet_too_new').until, until)
      server.clock.now += RECOVERED_WALLET_DELAY_MS
      assert.equal((await requestRemoval(back, fresh, lost)).status, 200)
    })

    test('repeats the response when it was lost', async () => {
      const { code } = await withCodes()
      const browser = openBrowser(server)
      const challenge = await fetchChallenge(browser, 'recover')
      const body = { proof: await prove(challenge, newAccount()), keep: true, code }
      const key = { 'idempotency-key': challenge.id }
      const first = expectStarted(await browser.post('/api/recoveries', body, key))
      assert.equal(expectStarted(await browser.post('/api/recoveries', body, key)).session.id, first.session.id)
      expectProblem(await browser.post('/api/recoveries', body), 'challenge_used')
    })
  })

  describe('with a link from an admin', () => {
    test('adds the new wallet in the same way', async () => {
      const { browser, me } = await addPerson()
      const { token, expiresAt } = await createLink(server, me.id)
      assert.match(token, /^[A-Za-z0-9_-]{27}$/)
      assert.equal(expiresAt, server.clock.now + RECOVERY_LINK_MS)
      const started = expectStarted(await recoverWith({ link: token }))
      assert.equal(started.me.id, me.id)
      expectProblem(await browser.get('/api/session'), 'session_revoked')
      const via = 'SELECT linked_via FROM wallet WHERE id = ?'
      assert.deepEqual(await readRows(server, via, started.session.wallet.id), [{ linked_via: 'admin_recovery' }])
      assert.equal((await eventsOf(me.id, 'recovery.used'))[0]?.by, 'link')
      expectProblem(await recoverWith({ link: token }), 'recovery_invalid')
    })

    test('expires after an hour or when a newer link is created', async () => {
      const { me } = await addPerson()
      const older = await createLink(server, me.id)
      const newer = await createLink(server, me.id)
      expectProblem(await recoverWith({ link: older.token }), 'recovery_invalid')
      server.clock.now += RECOVERY_LINK_MS
      expectProblem(await recoverWith({ link: newer.token }), 'recovery_invalid')
      const last = await createLink(server, me.id)
      server.clock.now += RECOVERY_LINK_MS - 1
      await purge(server.context)
      expectStarted(await recoverWith({ link: last.token }))
      server.clock.now += 2
      await purge(server.context)
      assert.deepEqual(await readRows(server, 'SELECT person_id FROM recovery_link WHERE person_id = ?', me.id), [])
    })
  })

  test('cancels a pending account deletion', async () => {
    const { code, me } = await withCodes()
    const leave = "UPDATE person SET status = 'deleting', delete_after = ?, deletion_by = id WHERE id = ?"
    await changeRows(server, leave, server.clock.now + 1000, me.id)
    const back = openBrowser(server)
    expectStarted(await requestRecovery(back, { code }))
    expectSession(await back.get('/api/session'))
    assert.deepEqual(await readRows(server, 'SELECT status, delete_after FROM person WHERE id = ?', me.id), [
      { status: 'active', delete_after: null },
    ])
    assert.equal((await eventsOf(me.id, 'person.deletion_cancelled')).length, 1)
  })

  test('states in the message that the wallet joins an account', async () => {
    const { statement } = await fetchChallenge(openBrowser(server), 'recover')
    assert.match(statement, /^Recover a Countersign account by adding this wallet to it\. /)
  })
})
