import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  RATE_RECOVERY_PER_ADDRESS,
  RECOVERED_WALLET_DELAY_MS,
  RECOVERY_CODES,
  RECOVERY_LINK_MS,
  STEP_UP_NOW_MS,
  WALLET_NEW_MS,
} from '@countersign/contract/limits.ts'
import { createRecoveryCodes } from '@countersign/contract/recovery.ts'
import { listWallets } from '@countersign/contract/wallet.ts'
import {
  askRecovery,
  askRemoval,
  challengeFor,
  fillWallets,
  linkWallet,
  stepUp,
} from '../../../test/support/account.ts'
import { refusalOf, startedOf, stateOf } from '../../../test/support/answers.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/engines.ts'
import { changeRows, countRows, readRows } from '../../../test/support/rows.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { purge } from '../purge.ts'
import { createRecoveryLinkFor } from './link.ts'

forEachEngine('recovery', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** Somebody whose wallet is old enough to make codes. */
  async function settled() {
    const browser = openBrowser(server)
    const account = newAccount()
    const { me, session } = startedOf(await signIn(browser, account))
    server.clock.now += WALLET_NEW_MS
    return { browser, account, me, session }
  }

  async function withCodes() {
    const given = await settled()
    await stepUp(given.browser, given.account, 'recovery.create')
    return { ...given, ...codesOf(await given.browser.post('/api/me/recovery-codes')) }
  }

  function codesOf(answer: Awaited<ReturnType<Browser['post']>>) {
    assert.equal(answer.status, 201, answer.text)
    const { codes, createdAt } = createRecoveryCodes.answer.parse(answer.json)
    const [code] = codes
    assert.ok(code)
    return { codes, code, createdAt }
  }

  function makeLink(personId: string) {
    const createdBy = 'per_01ARZ3NDEKTSV4RRFFQ69G5FAV'
    return server.context.store.transaction((queries) =>
      createRecoveryLinkFor(server.context, queries, { personId, createdBy }),
    )
  }

  const recoverWith = (key: { code?: string; link?: string }, account = newAccount()) =>
    askRecovery(openBrowser(server), key, account)

  const eventsOf = async (personId: string, kind: string) =>
    (
      await readRows(server, 'SELECT data FROM activity WHERE person_id = ? AND kind = ? ORDER BY id', personId, kind)
    ).map(({ data }) => JSON.parse(String(data)))

  describe('codes', () => {
    test('are eight of twenty characters in groups of five, shown once and kept as hashes only', async () => {
      const { codes, createdAt, me } = await withCodes()
      assert.equal(new Set(codes).size, RECOVERY_CODES)
      for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
      assert.equal(createdAt, new Date(server.clock.now).toISOString())
      const rows = await readRows(server, 'SELECT * FROM recovery_code WHERE person_id = ?', me.id)
      assert.equal(rows.length, RECOVERY_CODES)
      const everything = `${JSON.stringify(rows)}${JSON.stringify(await readRows(server, 'SELECT * FROM activity'))}`
      for (const code of codes) {
        assert.ok(!everything.includes(code))
        assert.ok(!everything.includes(code.replaceAll('-', '')))
        assert.ok(!server.logLines.join().includes(code))
      }
      assert.deepEqual(await eventsOf(me.id, 'recovery.codes_created'), [{ codes: RECOVERY_CODES }])
    })

    test('of a new set void the old ones', async () => {
      const { browser, account, code, me } = await withCodes()
      await stepUp(browser, account, 'recovery.create')
      const { code: fresh } = codesOf(await browser.post('/api/me/recovery-codes'))
      refusalOf(await recoverWith({ code }), 'recovery_invalid')
      assert.equal(startedOf(await recoverWith({ code: fresh })).me.id, me.id)
    })

    test('are made only for this very act, signed within a minute', async () => {
      const { browser, account } = await settled()
      const wish = () => browser.post('/api/me/recovery-codes')
      assert.deepEqual(refusalOf(await wish(), 'step_up_required').act, { action: 'recovery.create' })
      await stepUp(browser, account, 'wallet.add')
      refusalOf(await wish(), 'step_up_required')
      await stepUp(browser, account, 'recovery.create')
      server.clock.now += STEP_UP_NOW_MS + 1
      refusalOf(await wish(), 'step_up_required')
    })

    test('are not made by a wallet that is too new, and those there are stay', async () => {
      const { browser, account, code, me } = await withCodes()
      const added = newAccount()
      await linkWallet(browser, account, added)
      await stepUp(browser, added, 'recovery.create')
      const { until } = refusalOf(await browser.post('/api/me/recovery-codes'), 'wallet_too_new')
      assert.equal(until, new Date(server.clock.now + WALLET_NEW_MS).toISOString())
      assert.equal(startedOf(await recoverWith({ code })).me.id, me.id)
    })

    test('are thrown away on a wish that was confirmed', async () => {
      const { browser, account, code, me } = await withCodes()
      await stepUp(browser, account, 'recovery.drop')
      for (let count = 0; count < 2; count++) assert.equal((await browser.delete('/api/me/recovery-codes')).status, 204)
      assert.equal((await eventsOf(me.id, 'recovery.codes_dropped')).length, 1)
      refusalOf(await recoverWith({ code }), 'recovery_invalid')
    })
  })

  describe('with a code', () => {
    test('adds the new wallet, signs it in and ends every other session', async () => {
      const { browser, account, me, session, code } = await withCodes()
      const elsewhere = openBrowser(server)
      startedOf(await signIn(elsewhere, account))
      const fresh = newAccount()
      const back = openBrowser(server)
      const started = startedOf(await askRecovery(back, { code }, fresh))
      assert.deepEqual(
        { me: started.me, created: started.created, address: started.session.wallet.address },
        { me, created: false, address: fresh.address },
      )
      for (const ended of [browser, elsewhere]) refusalOf(await ended.get('/api/session'), 'session_revoked')
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

    test('is in the activity, and the other wallets’ next session is told', async () => {
      const { me, code } = await withCodes()
      const fresh = newAccount()
      const started = startedOf(await recoverWith({ code }, fresh))
      const walletId = started.session.wallet.id
      assert.deepEqual(await eventsOf(me.id, 'recovery.used'), [{ by: 'code', walletId, sessionsEnded: 1 }])
      assert.deepEqual(await eventsOf(me.id, 'wallet.linked'), [{ walletId, via: 'recovery' }])
      const notices = 'SELECT session_id, address, wallet_id FROM notice WHERE person_id = ? AND kind = ?'
      assert.deepEqual(await readRows(server, notices, me.id, 'recovery_used'), [
        { session_id: started.session.id, address: fresh.address.toLowerCase(), wallet_id: walletId },
      ])
    })

    test('takes it as people type it', async () => {
      const { code, codes, me } = await withCodes()
      const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      assert.equal(startedOf(await recoverWith({ code: ` ${typed}\n` })).me.id, me.id)
      const other = String(codes[1]).replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'I')
      assert.equal(startedOf(await recoverWith({ code: other })).me.id, me.id)
    })

    test('works once', async () => {
      const { code } = await withCodes()
      startedOf(await recoverWith({ code }))
      const rows = await countRows(server)
      refusalOf(await recoverWith({ code }), 'recovery_invalid')
      assert.deepEqual(await countRows(server), rows)
    })

    test('gives a wallet that removes nothing, and makes no codes, for three days', async () => {
      const { code, session } = await withCodes()
      const fresh = newAccount()
      const back = openBrowser(server)
      startedOf(await askRecovery(back, { code }, fresh))
      const until = new Date(server.clock.now + RECOVERED_WALLET_DELAY_MS).toISOString()
      const lost = { id: session.wallet.id, version: 1 }
      assert.equal(refusalOf(await askRemoval(back, fresh, lost), 'wallet_too_new').until, until)
      await stepUp(back, fresh, 'recovery.create')
      assert.equal(refusalOf(await back.post('/api/me/recovery-codes'), 'wallet_too_new').until, until)
      server.clock.now += RECOVERED_WALLET_DELAY_MS
      assert.equal((await askRemoval(back, fresh, lost)).status, 200)
    })

    test('answers again when its answer was lost', async () => {
      const { code } = await withCodes()
      const browser = openBrowser(server)
      const challenge = await challengeFor(browser, 'recover')
      const body = { proof: await prove(challenge, newAccount()), keep: true, code }
      const key = { 'idempotency-key': challenge.id }
      const first = startedOf(await browser.post('/api/recoveries', body, key))
      assert.equal(startedOf(await browser.post('/api/recoveries', body, key)).session.id, first.session.id)
      refusalOf(await browser.post('/api/recoveries', body), 'challenge_used')
    })
  })

  describe('with an admin’s link', () => {
    test('adds the new wallet the same way', async () => {
      const { browser, me } = await settled()
      const { token, expiresAt } = await makeLink(me.id)
      assert.match(token, /^[A-Za-z0-9_-]{27}$/)
      assert.equal(expiresAt, server.clock.now + RECOVERY_LINK_MS)
      const started = startedOf(await recoverWith({ link: token }))
      assert.equal(started.me.id, me.id)
      refusalOf(await browser.get('/api/session'), 'session_revoked')
      const via = 'SELECT linked_via FROM wallet WHERE id = ?'
      assert.deepEqual(await readRows(server, via, started.session.wallet.id), [{ linked_via: 'admin_recovery' }])
      assert.equal((await eventsOf(me.id, 'recovery.used'))[0]?.by, 'link')
      refusalOf(await recoverWith({ link: token }), 'recovery_invalid')
    })

    test('works for an hour, and not once there is a newer one', async () => {
      const { me } = await settled()
      const older = await makeLink(me.id)
      const newer = await makeLink(me.id)
      refusalOf(await recoverWith({ link: older.token }), 'recovery_invalid')
      server.clock.now += RECOVERY_LINK_MS
      refusalOf(await recoverWith({ link: newer.token }), 'recovery_invalid')
      const last = await makeLink(me.id)
      server.clock.now += RECOVERY_LINK_MS - 1
      await purge(server.context)
      startedOf(await recoverWith({ link: last.token }))
      server.clock.now += 2
      await purge(server.context)
      assert.deepEqual(await readRows(server, 'SELECT person_id FROM recovery_link WHERE person_id = ?', me.id), [])
    })
  })

  describe('is refused', () => {
    test('alike for every wrong key, and leaves nothing but a record', async () => {
      const { code, me } = await withCodes()
      const { token } = await makeLink(me.id)
      const rows = await countRows(server)
      const wrong = [
        { code: `${code}0` },
        { code: code.slice(0, -1) },
        { code: 'é'.repeat(20) },
        { code: token },
        { link: 'A'.repeat(27) },
        { code, link: token },
        {},
      ]
      const told = new Set<string>()
      for (const key of wrong) {
        const { traceId, ...rest } = refusalOf(await recoverWith(key), 'recovery_invalid')
        told.add(JSON.stringify(rest))
      }
      assert.equal(told.size, 1)
      assert.deepEqual(await countRows(server), rows)
      await server.context.background.settled()
      const refused = "SELECT actor, person_id, data FROM activity WHERE kind = 'recovery.refused' AND at = ?"
      assert.deepEqual(
        await readRows(server, refused, server.clock.now),
        wrong.map(() => ({ actor: 'visitor', person_id: null, data: '{}' })),
      )
    })

    test('to a wallet of somebody else, of the person already, or one too many, and the code stays good', async () => {
      const { code, account, me } = await withCodes()
      const somebody = newAccount()
      startedOf(await signIn(openBrowser(server), somebody))
      refusalOf(await recoverWith({ code }, somebody), 'wallet_in_use')
      refusalOf(await recoverWith({ code }, account), 'wallet_already_yours')
      await fillWallets(server, me.id)
      refusalOf(await recoverWith({ code }), 'wallet_limit')
      await changeRows(server, "DELETE FROM wallet WHERE person_id = ? AND linked_via = 'link'", me.id)
      startedOf(await recoverWith({ code }))
    })

    test('to a suspended person, and the code stays good', async () => {
      const { code, me } = await withCodes()
      const stand = (status: string) => changeRows(server, 'UPDATE person SET status = ? WHERE id = ?', status, me.id)
      await stand('suspended')
      const rows = await countRows(server)
      refusalOf(await recoverWith({ code }), 'person_suspended')
      assert.deepEqual(await countRows(server), rows)
      await stand('deleted')
      refusalOf(await recoverWith({ code }), 'recovery_invalid')
      await stand('active')
      startedOf(await recoverWith({ code }))
    })

    test('with a signature by another key, and the code stays good', async () => {
      const { code } = await withCodes()
      const browser = openBrowser(server)
      const proof = await prove(await challengeFor(browser, 'recover'), newAccount())
      const signature = await newAccount().signMessage({ message: proof.message })
      const body = { proof: { ...proof, signature }, keep: true, code }
      refusalOf(await browser.post('/api/recoveries', body), 'signature_invalid')
      startedOf(await recoverWith({ code }))
    })

    test(`after ${RATE_RECOVERY_PER_ADDRESS.burst} tries an hour from one place`, async () => {
      const browser = openBrowser(server)
      for (let count = 0; count < RATE_RECOVERY_PER_ADDRESS.burst; count++)
        refusalOf(await askRecovery(browser, { code: 'WRONG' }), 'recovery_invalid')
      refusalOf(await askRecovery(browser, { code: 'WRONG' }), 'rate_limited')
    })
  })

  test('keeps an account that was being deleted', async () => {
    const { code, me } = await withCodes()
    const leave = "UPDATE person SET status = 'deleting', delete_after = ? WHERE id = ?"
    await changeRows(server, leave, server.clock.now + 1000, me.id)
    const back = openBrowser(server)
    startedOf(await askRecovery(back, { code }))
    stateOf(await back.get('/api/session'))
    assert.deepEqual(await readRows(server, 'SELECT status, delete_after FROM person WHERE id = ?', me.id), [
      { status: 'active', delete_after: null },
    ])
    assert.equal((await eventsOf(me.id, 'person.deletion_cancelled')).length, 1)
  })

  test('says in the wallet that the wallet joins an account', async () => {
    const { statement } = await challengeFor(openBrowser(server), 'recover')
    assert.match(statement, /^Add this wallet to a Countersign account with a recovery code\. /)
  })
})
