import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  RECOVERED_WALLET_DELAY_MS,
  STEP_UP_NOW_MS,
  WALLET_NEW_MS,
  WALLET_REMOVAL_DELAY_MS,
} from '@countersign/contract/limits.ts'
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
  requestKeep,
  requestRemoval,
  stepUp,
} from '../../../../test/support/server/wallets.ts'

forEachEngine('removing a wallet', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signInNewPerson(account = newAccount()) {
    const browser = openBrowser(server)
    return { browser, account, ...expectStarted(await signIn(browser, account)) }
  }

  /** A person with a trusted wallet and a second one that was just added. */
  async function signInWithTwoWallets() {
    const first = newAccount()
    const { browser, me, session } = await signInNewPerson(first)
    server.clock.now += WALLET_NEW_MS
    const second = newAccount()
    const added = await linkWallet(browser, first, second)
    return { browser, me, session, first, second, firstId: session.wallet.id, secondId: added.id }
  }

  /** The second one is trusted, too. */
  async function signInWithTrustedWallets() {
    const person = await signInWithTwoWallets()
    server.clock.now += WALLET_NEW_MS
    return person
  }

  const walletsOf = async (browser: Browser) => {
    const response = await browser.get('/api/me/wallets')
    assert.equal(response.status, 200, response.text)
    return listWallets.answer.parse(response.json).items
  }
  const summarizeWallets = async (browser: Browser) =>
    (await walletsOf(browser)).map(({ id, status, primary }) => ({ id, status, primary }))

  const eventsOf = async (personId: string, kind: string) =>
    (
      await readRows(
        server,
        'SELECT actor, data FROM activity WHERE person_id = ? AND kind = ? ORDER BY id',
        personId,
        kind,
      )
    ).map(({ actor, data }) => ({ actor, ...JSON.parse(String(data)) }))

  const noticesOf = (personId: string, kind: string) =>
    readRows(
      server,
      'SELECT session_id, wallet_id, address, until_at FROM notice WHERE person_id = ? AND kind = ?',
      personId,
      kind,
    )

  const iso = (time: number) => new Date(time).toISOString()

  describe('signed by the wallet itself', () => {
    test('takes effect at once: ends its sessions, frees its address and changes the main wallet', async () => {
      const { browser, me, session, first, firstId, secondId } = await signInWithTwoWallets()
      const otherSession = await signInNewPerson(first)
      const response = await requestRemoval(browser, first, firstId)
      assert.deepEqual(response.json, { status: 'removed', removeAt: null })
      expectProblem(await browser.get('/api/session'), 'session_revoked')
      expectProblem(await otherSession.browser.get('/api/session'), 'session_revoked')
      assert.deepEqual(await readRows(server, 'SELECT DISTINCT end_reason FROM session WHERE wallet_id = ?', firstId), [
        { end_reason: 'wallet_removed' },
      ])
      assert.deepEqual(await readRows(server, 'SELECT primary_wallet_id AS id FROM person WHERE id = ?', me.id), [
        { id: secondId },
      ])
      assert.deepEqual(await eventsOf(me.id, 'wallet.removed'), [
        { actor: 'person', walletId: firstId, sessionsEnded: 2, delayed: false },
      ])
      assert.deepEqual(await noticesOf(me.id, 'wallet_removed'), [
        { session_id: session.id, wallet_id: firstId, address: first.address.toLowerCase(), until_at: null },
      ])
      const newPerson = expectStarted(await signIn(openBrowser(server), first))
      assert.equal(newPerson.created, true)
      assert.notEqual(newPerson.me.id, me.id)
    })

    test('keeps sessions of other wallets', async () => {
      const { browser, second, secondId, firstId } = await signInWithTwoWallets()
      server.clock.now += WALLET_NEW_MS
      const other = await signInNewPerson(second)
      await stepUp(browser, second, 'wallet.remove', secondId)
      const path = `/api/me/wallets/${secondId}`
      assert.equal((await browser.delete(path)).status, 200)
      assert.deepEqual(await summarizeWallets(browser), [{ id: firstId, status: 'linked', primary: true }])
      expectProblem(await other.browser.get('/api/session'), 'session_revoked')
      expectProblem(await browser.post(`${path}/primary`), 'step_up_required')
    })

    test('invalidates its earlier step-ups in every session', async () => {
      const { browser, first, second, secondId } = await signInWithTwoWallets()
      server.clock.now += WALLET_NEW_MS
      const other = await signInNewPerson(first)
      await stepUp(other.browser, second, 'recovery.drop')
      assert.equal((await requestRemoval(browser, second, secondId)).status, 200)
      expectProblem(await other.browser.delete('/api/me/recovery-codes'), 'step_up_required')
      expectSession(await other.browser.get('/api/session'))
    })

    test('makes the oldest remaining wallet the main one', async () => {
      const { browser, first, secondId, firstId } = await signInWithTwoWallets()
      server.clock.now += 1000
      const third = await linkWallet(browser, first)
      await changeRows(server, 'UPDATE wallet SET linked_at = 1 WHERE id = ?', third.id)
      const stays = await signInNewPerson(first)
      assert.equal((await requestRemoval(browser, first, firstId)).status, 200)
      expectProblem(await stays.browser.get('/api/session'), 'session_revoked')
      assert.deepEqual(
        await readRows(
          server,
          'SELECT w.id FROM person p JOIN wallet w ON w.id = p.primary_wallet_id JOIN wallet o ON o.person_id = p.id WHERE o.id = ?',
          secondId,
        ),
        [{ id: third.id }],
      )
    })

    test('rejects removing the last wallet, also when the others are pending removal', async () => {
      const onlyWallet = await signInNewPerson()
      const only = onlyWallet.session.wallet.id
      expectProblem(await requestRemoval(onlyWallet.browser, onlyWallet.account, only), 'last_wallet')
      const { browser, first, firstId, secondId } = await signInWithTrustedWallets()
      assert.equal((await requestRemoval(browser, first, secondId)).status, 200)
      expectProblem(await requestRemoval(browser, first, firstId), 'last_wallet')
      assert.deepEqual(await summarizeWallets(browser), [
        { id: firstId, status: 'linked', primary: true },
        { id: secondId, status: 'removing', primary: false },
      ])
    })
  })

  describe('signed by another wallet', () => {
    test('takes effect after three days and notifies every session', async () => {
      const { browser, me, session, first, second, firstId, secondId } = await signInWithTrustedWallets()
      const removeAt = server.clock.now + WALLET_REMOVAL_DELAY_MS
      const response = await requestRemoval(browser, first, secondId)
      assert.deepEqual(response.json, { status: 'removing', removeAt: iso(removeAt) })
      const [, wallet] = await walletsOf(browser)
      assert.deepEqual(
        { status: wallet?.status, removeAt: wallet?.removeAt, version: wallet?.version },
        { status: 'removing', removeAt: iso(removeAt), version: 2 },
      )
      assert.deepEqual(await eventsOf(me.id, 'wallet.removal_started'), [
        { actor: 'person', walletId: secondId, by: firstId, removeAt },
      ])
      assert.deepEqual(await noticesOf(me.id, 'wallet_removing'), [
        { session_id: session.id, wallet_id: secondId, address: second.address.toLowerCase(), until_at: removeAt },
      ])
      const again = await requestRemoval(browser, first, secondId)
      assert.deepEqual(again.json, { status: 'removing', removeAt: iso(removeAt) })
    })

    test('removes a wallet at once that is too new to be trusted, so that it cannot sit out its waiting period', async () => {
      for (const via of ['link', 'recovery', 'admin_recovery']) {
        const { browser, first, second, firstId, secondId } = await signInWithTwoWallets()
        await changeRows(server, 'UPDATE wallet SET linked_via = ? WHERE id = ?', via, secondId)
        const thief = openBrowser(server)
        const stolen = expectStarted(await signIn(thief, second))
        server.clock.now += (via === 'link' ? WALLET_NEW_MS : RECOVERED_WALLET_DELAY_MS) - 1
        const response = await requestRemoval(browser, first, secondId)
        assert.deepEqual(response.json, { status: 'removed', removeAt: null })
        expectProblem(await thief.get('/api/session'), 'session_revoked')
        expectProblem(await thief.post(`/api/me/wallets/${secondId}/keep`), 'unauthenticated')
        const again = expectStarted(await signIn(thief, second))
        assert.deepEqual([again.created, again.me.id === stolen.me.id], [true, false])
        assert.deepEqual(await summarizeWallets(browser), [{ id: firstId, status: 'linked', primary: true }])
      }
    })

    test('rejects a signature by a wallet linked less than a day ago', async () => {
      const { browser, second, firstId } = await signInWithTwoWallets()
      const until = iso(server.clock.now + WALLET_NEW_MS)
      assert.equal(expectProblem(await requestRemoval(browser, second, firstId), 'wallet_too_new').until, until)
      server.clock.now += WALLET_NEW_MS - 1
      expectProblem(await requestRemoval(browser, second, firstId), 'wallet_too_new')
      server.clock.now += 1
      assert.equal((await requestRemoval(browser, second, firstId)).status, 200)
    })

    test('rejects a signature by a recovered wallet for three days', async () => {
      for (const via of ['recovery', 'admin_recovery']) {
        const { browser, second, firstId, secondId } = await signInWithTwoWallets()
        await changeRows(server, 'UPDATE wallet SET linked_via = ? WHERE id = ?', via, secondId)
        const until = iso(server.clock.now + RECOVERED_WALLET_DELAY_MS)
        server.clock.now += RECOVERED_WALLET_DELAY_MS - 1
        const problem = expectProblem(await requestRemoval(browser, second, firstId), 'wallet_too_new')
        assert.equal(problem.until, until)
        server.clock.now += 1
        assert.equal((await requestRemoval(browser, second, firstId)).status, 200)
      }
    })

    test('rejects a signature for another wallet, for another action or older than a minute', async () => {
      const { browser, first, firstId, secondId } = await signInWithTwoWallets()
      const sendRemoval = () => browser.delete(`/api/me/wallets/${secondId}`)
      assert.deepEqual(expectProblem(await sendRemoval(), 'step_up_required').stepUp, {
        action: 'wallet.remove',
        target: secondId,
      })
      await stepUp(browser, first, 'wallet.remove', firstId)
      expectProblem(await sendRemoval(), 'step_up_required')
      await stepUp(browser, first, 'wallet.primary', secondId)
      expectProblem(await sendRemoval(), 'step_up_required')
      await stepUp(browser, first, 'wallet.remove', secondId)
      server.clock.now += STEP_UP_NOW_MS + 1
      expectProblem(await sendRemoval(), 'step_up_required')
      assert.equal((await walletsOf(browser))[1]?.status, 'linked')
    })

    test('is not put off by somebody who keeps renaming the wallet', async () => {
      const { browser, first, second, secondId } = await signInWithTwoWallets()
      const path = `/api/me/wallets/${secondId}`
      const thief = await signInNewPerson(second)
      await stepUp(browser, first, 'wallet.remove', secondId)
      assert.equal((await callWithVersion(thief.browser, 'PATCH', path, 1, { label: 'Mine' })).status, 200)
      assert.equal((await browser.delete(path)).status, 200)
    })

    test('returns not found for the wallet of another person', async () => {
      const { browser, session } = await signInWithTwoWallets()
      const other = await signInWithTwoWallets()
      const action = `wallet.remove:${other.secondId}`
      await changeRows(
        server,
        `INSERT INTO step_up (id, session_id, wallet_id, action, signed_at)
          SELECT 'chl_1', id, wallet_id, ?, ? FROM session WHERE id = ?`,
        action,
        server.clock.now,
        session.id,
      )
      expectProblem(await browser.delete(`/api/me/wallets/${other.secondId}`), 'not_found')
      assert.equal((await walletsOf(other.browser)).length, 2)
    })
  })

  describe('canceling a removal', () => {
    async function setUpRemoval() {
      const person = await signInWithTrustedWallets()
      assert.equal((await requestRemoval(person.browser, person.first, person.secondId)).status, 200)
      return person
    }

    test('accepts the wallet being removed', async () => {
      const { me, browser, second, secondId } = await setUpRemoval()
      const kept = expectWallet(await requestKeep(browser, second, secondId))
      assert.deepEqual(
        { status: kept.status, removeAt: kept.removeAt, version: kept.version },
        { status: 'linked', removeAt: null, version: 3 },
      )
      assert.deepEqual(await eventsOf(me.id, 'wallet.removal_cancelled'), [
        { actor: 'person', walletId: secondId, by: secondId },
      ])
      expectProblem(await requestKeep(browser, second, secondId), 'not_removing')
    })

    test('accepts a wallet older than the one that requested the removal', async () => {
      const { browser, first, second, firstId } = await signInWithTwoWallets()
      server.clock.now += WALLET_NEW_MS
      const third = await linkWallet(browser, first)
      server.clock.now += WALLET_NEW_MS
      const younger = await signInNewPerson(second)
      await requestRemoval(younger.browser, second, third.id)
      assert.equal((await walletsOf(browser)).find(({ id }) => id === third.id)?.status, 'removing')
      assert.equal(expectWallet(await requestKeep(browser, first, third.id)).status, 'linked')
      assert.equal((await walletsOf(browser))[0]?.id, firstId)
    })

    test('accepts the wallet that requested the removal, even if it is newer', async () => {
      const { browser, first, second, secondId } = await signInWithTwoWallets()
      server.clock.now += WALLET_NEW_MS
      const younger = await signInNewPerson(second)
      const third = await linkWallet(browser, first)
      server.clock.now += WALLET_NEW_MS
      await requestRemoval(younger.browser, second, third.id)
      assert.equal(expectWallet(await requestKeep(younger.browser, second, third.id)).status, 'linked')
      assert.deepEqual(await eventsOf(younger.me.id, 'wallet.removal_cancelled'), [
        { actor: 'person', walletId: third.id, by: secondId },
      ])
    })

    test('rejects a wallet that is too new to be trusted', async () => {
      const { browser, second, secondId } = await setUpRemoval()
      for (const via of ['link', 'recovery', 'admin_recovery']) {
        await changeRows(
          server,
          'UPDATE wallet SET linked_via = ?, linked_at = ? WHERE id = ?',
          ...[via, server.clock.now, secondId],
        )
        expectProblem(await requestKeep(browser, second, secondId), 'wallet_too_new')
        assert.equal((await walletsOf(browser)).find(({ id }) => id === secondId)?.status, 'removing')
      }
    })

    test('rejects a wallet that was added later', async () => {
      const { browser, first, secondId } = await setUpRemoval()
      server.clock.now += 1
      const third = newAccount()
      await linkWallet(browser, first, third)
      server.clock.now += WALLET_NEW_MS
      expectProblem(await requestKeep(browser, third, secondId), 'forbidden')
      assert.equal((await walletsOf(browser)).find(({ id }) => id === secondId)?.status, 'removing')
    })

    test('accepts a sign-in with the wallet until the removal is due', async () => {
      const { browser, me, second, secondId } = await setUpRemoval()
      server.clock.now += WALLET_REMOVAL_DELAY_MS - 1
      const readTouchedAt = () => readRows(server, 'SELECT touched_at FROM person WHERE id = ?', me.id)
      const before = await readTouchedAt()
      const started = expectStarted(await signIn(openBrowser(server), second))
      assert.deepEqual({ me: started.me.id, created: started.created }, { me: me.id, created: false })
      const [, wallet] = await walletsOf(browser)
      assert.deepEqual(
        { id: wallet?.id, status: wallet?.status, version: wallet?.version },
        { id: secondId, status: 'linked', version: 3 },
      )
      assert.notDeepEqual(await readTouchedAt(), before)
    })

    test('rejects a session without a signature for it', async () => {
      const { browser, first, secondId } = await setUpRemoval()
      const keep = () => browser.post(`/api/me/wallets/${secondId}/keep`)
      const needed = { action: 'wallet.keep', target: secondId }
      assert.deepEqual(expectProblem(await keep(), 'step_up_required').stepUp, needed)
      await stepUp(browser, first, 'wallet.remove', secondId)
      assert.deepEqual(expectProblem(await keep(), 'step_up_required').stepUp, needed)
      assert.equal((await walletsOf(browser))[1]?.status, 'removing')
    })

    test('rejects every wallet once the removal is due', async () => {
      const { browser, first, secondId } = await setUpRemoval()
      server.clock.now += WALLET_REMOVAL_DELAY_MS
      expectProblem(await requestKeep(browser, first, secondId), 'not_found')
    })
  })
})
