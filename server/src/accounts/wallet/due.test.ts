import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  ADMIN_MODE_MS,
  REMOVED_WALLET_KEPT_MS,
  WALLET_NEW_MS,
  WALLET_REMOVAL_DELAY_MS,
} from '@countersign/contract/limits.ts'
import { listSessions } from '@countersign/contract/schemas/session.ts'
import { listWallets } from '@countersign/contract/schemas/wallet.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import {
  callWithVersion,
  expectWallet,
  linkWallet,
  requestRemoval,
  requestStepUp,
  stepUp,
  stepUpAndLink,
} from '../../../../test/support/server/wallets.ts'
import { purge } from '../../operations/purge.ts'
import { findLiveSession, useSessionByApp } from '../../session/find-live-session.ts'

forEachEngine('due wallet removal', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** A person with two wallets and a session of each. The removal of the main wallet, the second one, is due. */
  async function setUpDueRemoval() {
    const [first, second] = [newAccount(), newAccount()]
    const browser = openBrowser(server)
    const { me, session } = expectStarted(await signIn(browser, first))
    server.clock.now += WALLET_NEW_MS
    const { id: secondId } = await linkWallet(browser, first, second)
    await stepUp(browser, first, 'wallet.primary', secondId)
    expectWallet(await browser.post(`/api/me/wallets/${secondId}/primary`))
    const secondBrowser = openBrowser(server)
    expectStarted(await signIn(secondBrowser, second))
    server.clock.now += WALLET_NEW_MS // a wallet that is too new is removed at once
    assert.equal((await requestRemoval(browser, first, secondId)).status, 200)
    server.clock.now += WALLET_REMOVAL_DELAY_MS
    return { me, browser, secondBrowser, first, second, firstId: session.wallet.id, secondId }
  }

  const idsOf = async (browser: Browser) =>
    listWallets.answer.parse((await browser.get('/api/me/wallets')).json).items.map(({ id, primary }) => ({
      id,
      primary,
    }))

  const readRemovals = async (walletId: string) => {
    const rows = await readRows(
      server,
      `SELECT actor, data FROM activity WHERE kind = 'wallet.removed' AND data LIKE ?`,
      `%${walletId}%`,
    )
    return rows.map(({ actor, data }) => ({ actor, ...JSON.parse(String(data)) }))
  }

  test('runs in the background: ends sessions, changes the main wallet and notifies the person', async () => {
    const { me, browser, secondBrowser, second, firstId, secondId } = await setUpDueRemoval()
    await purge(server.context)
    expectProblem(await secondBrowser.get('/api/session'), 'session_revoked')
    assert.deepEqual(await idsOf(browser), [{ id: firstId, primary: true }])
    assert.deepEqual(await readRemovals(secondId), [
      { actor: 'system', walletId: secondId, sessionsEnded: 1, delayed: true },
    ])
    assert.deepEqual(
      await readRows(
        server,
        "SELECT session_id, wallet_id, address FROM notice WHERE person_id = ? AND kind = 'wallet_removed'",
        me.id,
      ),
      [{ session_id: null, wallet_id: secondId, address: second.address.toLowerCase() }],
    )
    await purge(server.context)
    assert.equal((await readRemovals(secondId)).length, 1)
  })

  test('applies before the job runs: the wallet is not listed, confirms nothing and cannot be changed', async () => {
    const { browser, second, firstId, secondId } = await setUpDueRemoval()
    assert.deepEqual(
      (await idsOf(browser)).map(({ id }) => id),
      [firstId],
    )
    expectProblem(await requestStepUp(browser, second, 'recovery.drop'), 'wallet_not_yours')
    expectProblem(await browser.get(`/api/me/wallets/${secondId}`), 'not_found')
    expectProblem(
      await callWithVersion(browser, 'PATCH', `/api/me/wallets/${secondId}`, 2, { label: 'Mine' }),
      'not_found',
    )
  })

  test('ends the sessions of the wallet before the job runs', async () => {
    const { me, browser, secondBrowser, secondId } = await setUpDueRemoval()
    server.clock.now -= 1
    const { session } = expectSession(await secondBrowser.get('/api/session'))
    const countSessions = async () =>
      listSessions.answer
        .parse((await browser.get('/api/me/sessions')).json)
        .items.filter(({ wallet }) => wallet.id === secondId).length
    const findByApp = async () => [
      await findLiveSession(server.context, session.id),
      await useSessionByApp(server.context, session.id),
      await useSessionByApp(server.context, session.id, { offline: true }),
    ]
    assert.deepEqual(
      [await countSessions(), (await findByApp()).map((found) => found?.id)],
      [1, Array(3).fill(session.id)],
    )
    server.clock.now += 1
    assert.deepEqual([await countSessions(), await findByApp()], [0, Array(3).fill(undefined)])
    expectProblem(
      await callWithVersion(secondBrowser, 'PATCH', '/api/me', 1, { displayName: 'Eve' }),
      'session_revoked',
    )
    assert.deepEqual(await readRows(server, 'SELECT display_name FROM person WHERE id = ?', me.id), [
      { display_name: null },
    ])
  })

  test('closes admin mode that the wallet opened in a session of another one', async () => {
    const { me, browser, secondId } = await setUpDueRemoval()
    await changeRows(server, "UPDATE person SET role = 'admin' WHERE id = ?", me.id)
    const open = 'UPDATE session SET admin_until = ?, admin_wallet_id = ? WHERE person_id = ?'
    const due = server.clock.now
    await changeRows(server, open, due + ADMIN_MODE_MS, secondId, me.id)
    const createGroup = (slug: string) => browser.post('/api/admin/groups', { name: slug, slug })
    server.clock.now -= 1
    const { session } = expectSession(await browser.get('/api/session'))
    assert.equal(session.adminUntil, new Date(due).toISOString())
    assert.equal((await createGroup('before')).status, 201)
    server.clock.now += 1
    assert.deepEqual(expectProblem(await createGroup('after'), 'step_up_required').stepUp, { action: 'admin.mode' })
  })

  test('invalidates a step-up the wallet just signed', async () => {
    const { browser, firstId, secondId } = await setUpDueRemoval()
    server.clock.now -= 1000
    await changeRows(
      server,
      `INSERT INTO step_up (id, session_id, wallet_id, action, signed_at)
        SELECT 'chl_1', id, ?, ?, ? FROM session WHERE wallet_id = ?`,
      secondId,
      `wallet.primary:${firstId}`,
      server.clock.now,
      firstId,
    )
    server.clock.now += 1000
    const problem = expectProblem(await browser.post(`/api/me/wallets/${firstId}/primary`), 'step_up_required')
    assert.deepEqual(problem.stepUp, { action: 'wallet.primary', target: firstId })
  })

  test('treats a sign-in with the removed wallet as a new person', async () => {
    const { me, secondBrowser, second, secondId } = await setUpDueRemoval()
    const started = expectStarted(await signIn(openBrowser(server), second))
    assert.equal(started.created, true)
    assert.notEqual(started.me.id, me.id)
    assert.equal((await readRemovals(secondId)).length, 1)
    expectProblem(await secondBrowser.get('/api/session'), 'session_revoked')
  })

  test('frees the wallet for other people and for the same person', async () => {
    const theirs = await setUpDueRemoval()
    const browser = openBrowser(server)
    const account = newAccount()
    expectStarted(await signIn(browser, account))
    expectWallet(await stepUpAndLink(browser, account, theirs.second), 201)
    assert.equal((await readRemovals(theirs.secondId)).length, 1)
    const own = await setUpDueRemoval()
    const linked = expectWallet(await stepUpAndLink(own.browser, own.first, own.second), 201)
    assert.notEqual(linked.id, own.secondId)
  })

  test('purges the wallet and its sessions thirty days later', async () => {
    const { browser, first, secondId } = await setUpDueRemoval()
    await purge(server.context)
    const readWallet = () => readRows(server, 'SELECT id FROM wallet WHERE id = ?', secondId)
    server.clock.now += REMOVED_WALLET_KEPT_MS
    expectStarted(await signIn(browser, first))
    await purge(server.context)
    assert.equal((await readWallet()).length, 1)
    server.clock.now += 1
    await purge(server.context)
    assert.deepEqual(await readWallet(), [])
    assert.deepEqual(await readRows(server, 'SELECT id FROM session WHERE wallet_id = ?', secondId), [])
    expectSession(await browser.get('/api/session'))
    assert.equal((await readRemovals(secondId)).length, 1)
  })
})
