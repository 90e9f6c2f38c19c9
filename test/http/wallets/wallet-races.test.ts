import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../support/database/each-engine.ts'
import { readRows } from '../../support/database/rows.ts'
import { type HttpResponse, newAccount, openBrowser, prove, signIn } from '../../support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { caip10Of, fetchChallenge, linkWallet, requestRecovery, stepUp } from '../../support/server/wallets.ts'

const ROUNDS = 8

forEachEngine('concurrent wallet changes on two servers', (engine) => {
  let servers: [TestServer, TestServer]
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    servers = [await startServer(engine, { databaseUrl }), await startServer(engine, { databaseUrl })]
  })
  after(() => Promise.all(servers.map((server) => server.close())))

  async function signInNewPerson(server: TestServer, account = newAccount()) {
    const browser = openBrowser(server)
    return { browser, account, ...expectStarted(await signIn(browser, account)) }
  }

  /** The one good answer and the other. */
  function splitByOutcome(responses: HttpResponse[], status: number): [HttpResponse, HttpResponse] {
    assert.equal(
      responses.filter((response) => response.status === status).length,
      1,
      responses.map(({ text }) => text).join(),
    )
    const [first, second] = responses
    assert.ok(first && second)
    return first.status === status ? [first, second] : [second, first]
  }

  test('let one of two people add the same wallet', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const contested = newAccount()
      const people = await Promise.all(servers.map((server) => signInNewPerson(server)))
      const proofs = await Promise.all(
        people.map(async ({ browser, account }) => {
          await stepUp(browser, account, 'wallet.add', caip10Of(contested))
          return prove(await fetchChallenge(browser, 'link_wallet'), contested)
        }),
      )
      const responses = await Promise.all(
        people.map(({ browser }, index) => browser.post('/api/me/wallets', { proof: proofs[index] })),
      )
      const [won, lost] = splitByOutcome(responses, 201)
      expectProblem(lost, 'wallet_in_use')
      const address = contested.address.toLowerCase()
      assert.deepEqual(await readRows(servers[0], 'SELECT person_id FROM wallet WHERE address = ?', address), [
        { person_id: people[responses.indexOf(won)]?.me.id },
      ])
    }
  })

  test('accept one of adding a wallet and signing in with it for the first time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const contested = newAccount()
      const { browser, account, me } = await signInNewPerson(servers[0])
      await stepUp(browser, account, 'wallet.add', caip10Of(contested))
      const proof = await prove(await fetchChallenge(browser, 'link_wallet'), contested)
      const [linked, started] = await Promise.all([
        browser.post('/api/me/wallets', { proof }),
        signIn(openBrowser(servers[1]), contested),
      ])
      const owner = expectStarted(started).me.id
      if (linked.status === 201) assert.equal(owner, me.id)
      else expectProblem(linked, 'wallet_in_use')
      const address = contested.address.toLowerCase()
      assert.deepEqual(await readRows(servers[0], 'SELECT person_id FROM wallet WHERE address = ?', address), [
        { person_id: owner },
      ])
    }
  })

  test('keep one of the last two wallets when each removes itself', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await signInNewPerson(servers[0])
      const second = newAccount()
      const { id: secondId } = await linkWallet(first.browser, first.account, second)
      for (const server of servers) server.clock.now += WALLET_NEW_MS
      const other = await signInNewPerson(servers[1], second)
      const firstId = first.session.wallet.id
      await stepUp(first.browser, first.account, 'wallet.remove', firstId)
      await stepUp(other.browser, second, 'wallet.remove', secondId)
      const responses = await Promise.all([
        first.browser.delete(`/api/me/wallets/${firstId}`),
        other.browser.delete(`/api/me/wallets/${secondId}`),
      ])
      const [won, lost] = splitByOutcome(responses, 200)
      expectProblem(lost, 'last_wallet')
      const stays = responses.indexOf(won) === 0 ? secondId : firstId
      const left = `SELECT w.id, p.primary_wallet_id FROM wallet w JOIN person p ON p.id = w.person_id
        WHERE p.id = ? AND w.status = 'linked'`
      assert.deepEqual(await readRows(servers[0], left, first.me.id), [{ id: stays, primary_wallet_id: stays }])
      expectSession(await (stays === firstId ? first : other).browser.get('/api/session'))
    }
  })

  test('accept a recovery code once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { browser, account, me } = await signInNewPerson(servers[0])
      for (const server of servers) server.clock.now += WALLET_NEW_MS
      await stepUp(browser, account, 'recovery.create')
      const created = await browser.post('/api/me/recovery-codes')
      assert.equal(created.status, 201, created.text)
      const code = String((created.json as { codes: string[] }).codes[0]) // a missing one is refused below
      const responses = await Promise.all(servers.map((server) => requestRecovery(openBrowser(server), { code })))
      const [won, lost] = splitByOutcome(responses, 201)
      expectProblem(lost, 'recovery_invalid')
      assert.equal(expectStarted(won).me.id, me.id)
      const [found] = await readRows(servers[0], 'SELECT count(*) AS n FROM wallet WHERE person_id = ?', me.id)
      assert.equal(Number(found?.n), 2)
    }
  })

  test('never restore a wallet that is removed while it signs in', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await signInNewPerson(servers[0])
      await linkWallet(first.browser, first.account)
      const walletId = first.session.wallet.id
      await stepUp(first.browser, first.account, 'wallet.remove', walletId)
      const coming = openBrowser(servers[1])
      const proof = await prove(await coming.challenge(), first.account)
      const [removed, started] = await Promise.all([
        first.browser.delete(`/api/me/wallets/${walletId}`),
        coming.post('/api/sessions', { proof, keep: true }),
      ])
      assert.equal(removed.status, 200, removed.text)
      assert.deepEqual(await readRows(servers[0], 'SELECT status FROM wallet WHERE id = ?', walletId), [
        { status: 'removed' },
      ])
      const { created, me } = expectStarted(started)
      if (created) assert.notEqual(me.id, first.me.id)
      else expectProblem(await coming.get('/api/session'), 'session_revoked')
    }
  })
})
