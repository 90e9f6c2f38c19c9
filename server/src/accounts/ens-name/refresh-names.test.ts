import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { ENS_KEPT_MS, ENS_PARALLEL, ENS_RETRY_MS, ENS_TTL_MS, ENS_WAITING } from '@countersign/contract/limits.ts'
import { getPerson, listPeople } from '@countersign/contract/schemas/admin/people.ts'
import { settingsSchema } from '@countersign/contract/schemas/admin/settings.ts'
import { listSessions } from '@countersign/contract/schemas/session.ts'
import { listWallets } from '@countersign/contract/schemas/wallet.ts'
import { callFor, createEnsScript, setPrimaryName } from '../../../../test/support/chain/ens-names.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { refreshNames } from './refresh-names.ts'

forEachEngine('ENS names of wallets', (engine, testOnce) => {
  let server: TestServer
  let names: ReturnType<typeof createEnsScript>
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(() => {
    names = createEnsScript()
    server.context.chains = names.chainsObject
  })
  after(() => server.close())

  async function signInWithName(name?: string) {
    const account = newAccount()
    if (name) setPrimaryName(names, account.address, name)
    const browser = openBrowser(server)
    const { me, session } = expectStarted(await signIn(browser, account))
    await server.context.background.settled()
    return { browser, account, me, walletId: session.wallet.id, first: session.wallet.ens }
  }

  /** The listed names, after the lookups the list started. */
  async function listNames(browser: Browser): Promise<(string | null)[]> {
    const { items } = listWallets.answer.parse((await browser.get('/api/me/wallets')).json)
    await server.context.background.settled()
    return items.map(({ ens }) => ens)
  }

  const readStoredName = (walletId: string) =>
    readRows(server, 'SELECT ens_name, ens_checked_at FROM wallet WHERE id = ?', walletId)

  /** Moves the last check back instead of the clock, since the session would expire. */
  const moveLastCheckBack = (walletId: string, ms: number) =>
    changeRows(server, 'UPDATE wallet SET ens_checked_at = ? WHERE id = ?', server.clock.now - ms, walletId)

  test('resolves the name after the sign-in response was sent, and shows it from then on', async () => {
    const { browser, walletId, first } = await signInWithName('ada.eth')
    assert.equal(first, null)
    assert.deepEqual(await readStoredName(walletId), [{ ens_name: 'ada.eth', ens_checked_at: server.clock.now }])
    assert.equal(expectSession(await browser.get('/api/session')).session.wallet.ens, 'ada.eth')
    assert.deepEqual(await listNames(browser), ['ada.eth'])
    const { items } = listSessions.answer.parse((await browser.get('/api/me/sessions')).json)
    assert.deepEqual(
      items.map(({ wallet }) => wallet.ens),
      ['ada.eth'],
    )
  })

  test('notifies open pages of the person about the new name', async () => {
    const { me } = await signInWithName()
    const [before] = await readRows(server, 'SELECT touched_at FROM person WHERE id = ?', me.id)
    const named = await signInWithName('grace.eth')
    const [unchanged] = await readRows(server, 'SELECT touched_at FROM person WHERE id = ?', me.id)
    const [touched] = await readRows(server, 'SELECT touched_at FROM person WHERE id = ?', named.me.id)
    assert.deepEqual(unchanged, before)
    assert.ok(Number(touched?.touched_at) >= server.clock.now)
  })

  test('shows names to admins', async () => {
    const admin = await addPerson(server, 'admin')
    const { me, walletId } = await signInWithName('edsger.eth')
    const people = listPeople.answer.parse((await admin.browser.get('/api/admin/people')).json)
    assert.equal(people.items.find(({ id }) => id === me.id)?.ens, 'edsger.eth')
    const details = getPerson.answer.parse((await admin.browser.get(`/api/admin/people/${me.id}`)).json)
    assert.deepEqual([details.person.ens, details.wallets.map(({ ens }) => ens)], ['edsger.eth', ['edsger.eth']])
    await changeRows(server, 'UPDATE wallet SET ens_checked_at = NULL WHERE id = ?', walletId)
    server.clock.now += ENS_RETRY_MS
    const requests = names.calls.length
    await admin.browser.get(`/api/admin/people/${me.id}`)
    await server.context.background.settled()
    assert.equal(names.calls.length, requests + 2)
  })

  testOnce('resolves a name at most once a day', async () => {
    const { browser, account } = await signInWithName('alan.eth')
    assert.equal(names.calls.length, 2)
    server.clock.now += ENS_TTL_MS - 1
    await listNames(browser)
    await listNames(browser)
    assert.equal(names.calls.length, 2)
    setPrimaryName(names, account.address, 'turing.eth')
    server.clock.now += 1
    assert.deepEqual(await listNames(browser), ['alan.eth'])
    assert.equal(names.calls.length, 4)
    assert.deepEqual(await listNames(browser), ['turing.eth'])
    assert.equal(names.calls.length, 4)
  })

  test('caches a missing name for as long as a found one', async () => {
    const { browser, walletId } = await signInWithName()
    assert.deepEqual(await readStoredName(walletId), [{ ens_name: null, ens_checked_at: server.clock.now }])
    await listNames(browser)
    assert.equal(names.calls.length, 1)
  })

  test('removes a name that no longer resolves back to the address', async () => {
    const { browser, account } = await signInWithName('barbara.eth')
    setPrimaryName(names, account.address, 'barbara.eth', newAccount().address)
    server.clock.now += ENS_TTL_MS
    await listNames(browser)
    assert.deepEqual(await listNames(browser), [null])
  })

  test('keeps a name while no endpoint answers, retries later, and drops it after a week', async () => {
    const { browser, account, walletId } = await signInWithName('donald.eth')
    const question = callFor('reverse', account.address)
    names.answers.set(question, new AppError('rpc_unavailable'))
    server.clock.now += ENS_TTL_MS
    await listNames(browser)
    assert.deepEqual(await listNames(browser), ['donald.eth'])
    assert.equal(names.calls.length, 3)
    server.clock.now += ENS_RETRY_MS
    await listNames(browser)
    assert.equal(names.calls.length, 4)
    await moveLastCheckBack(walletId, ENS_KEPT_MS - 1)
    await listNames(browser)
    assert.deepEqual(await listNames(browser), ['donald.eth'])
    await moveLastCheckBack(walletId, ENS_KEPT_MS)
    await listNames(browser)
    assert.deepEqual(await listNames(browser), [null])
  })

  testOnce('resolves a few names at a time and continues on the next read', async () => {
    const many = ENS_PARALLEL + ENS_WAITING + 5
    const people: { walletId: string }[] = []
    names.chains.length = 0
    for (let count = 0; count < many; count++) people.push(await signInWithName())
    names.chains.push(1)
    const released = Promise.withResolvers<void>()
    const { chainsObject } = names
    server.context.chains = {
      ...chainsObject,
      async call(chainId, call) {
        const outcome = await chainsObject.call(chainId, call)
        await released.promise
        return outcome
      },
    }
    const { background } = server.context
    let done = 0
    const run: typeof background.run = (what, work) => background.run(what, () => work().finally(() => done++))
    server.context.background = { ...background, run }
    const refreshAll = () => {
      for (const { walletId } of people) refreshNames(server.context, [{ id: walletId, ens: null }])
    }
    refreshAll()
    // Lookups beyond the queue are dropped at once; by then the queue is full.
    while (done < 5) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(names.calls.length, ENS_PARALLEL)
    released.resolve()
    await server.context.background.settled()
    assert.equal(names.calls.length, ENS_PARALLEL + ENS_WAITING)
    refreshAll()
    await server.context.background.settled()
    assert.equal(names.calls.length, many)
  })

  testOnce('resolves nothing without an Ethereum endpoint', async () => {
    names.chains.length = 0
    const { browser, walletId } = await signInWithName('nobody.eth')
    assert.deepEqual(await listNames(browser), [null])
    assert.deepEqual([names.calls, await readStoredName(walletId)], [[], [{ ens_name: null, ens_checked_at: null }]])
  })

  test('drops names a week after the Ethereum endpoint was removed', async () => {
    const { browser, walletId } = await signInWithName('hedy.eth')
    names.chains.length = 0
    await moveLastCheckBack(walletId, ENS_KEPT_MS)
    await listNames(browser)
    assert.deepEqual(await listNames(browser), [null])
    assert.equal(names.calls.length, 2)
  })

  describe('when an owner turns ENS names off', () => {
    let owner: TestPerson
    before(async () => {
      owner = await addPerson(server, 'owner')
      await grantStepUp(server, owner, 'admin.mode')
    })

    async function setEnsNames(ens: boolean): Promise<void> {
      const { version } = settingsSchema.parse((await owner.browser.get('/api/admin/settings')).json)
      const response = await owner.signed('PATCH', '/api/admin/settings', { ens }, version)
      assert.equal(settingsSchema.parse(response.json).ens, ens, response.text)
    }

    test('removes the names, resolves nothing, and finds them again once turned on', async () => {
      const { browser, walletId } = await signInWithName('margaret.eth')
      assert.deepEqual(await listNames(browser), ['margaret.eth'])
      await setEnsNames(false)
      assert.deepEqual(await readStoredName(walletId), [{ ens_name: null, ens_checked_at: null }])
      const requests = names.calls.length
      assert.deepEqual(await listNames(browser), [null])
      const newPerson = await signInWithName('frances.eth')
      assert.deepEqual([names.calls.length, await listNames(newPerson.browser)], [requests, [null]])
      server.clock.now += ENS_RETRY_MS
      await setEnsNames(true)
      await listNames(browser)
      assert.deepEqual(await listNames(browser), ['margaret.eth'])
    })

    test('discards a name whose lookup was already in flight', async () => {
      const { chainsObject } = names
      server.context.chains = {
        ...chainsObject,
        async call(chainId, call) {
          const outcome = await chainsObject.call(chainId, call)
          if (names.calls.length === 2) await setEnsNames(false)
          return outcome
        },
      }
      const { walletId } = await signInWithName('radia.eth')
      assert.deepEqual(
        [names.calls.length, await readStoredName(walletId)],
        [2, [{ ens_name: null, ens_checked_at: null }]],
      )
      // Another node may still save a name: it is removed at the next lookup.
      await changeRows(server, `UPDATE wallet SET ens_name = 'radia.eth' WHERE id = ?`, walletId)
      refreshNames(server.context, [{ id: walletId, ens: 'radia.eth' }])
      await server.context.background.settled()
      assert.deepEqual(
        [names.calls.length, await readStoredName(walletId)],
        [2, [{ ens_name: null, ens_checked_at: null }]],
      )
      await setEnsNames(true)
    })
  })

  test('finds people by any prefix of the name until the name is removed or turned off', async () => {
    const admin = await addPerson(server, 'owner')
    const { me, walletId, browser } = await signInWithName('grace-hopper.eth')
    const countMatches = async (q: string) => {
      const { items } = listPeople.answer.parse((await admin.browser.get(`/api/admin/people?q=${q}`)).json)
      return items.filter(({ id }) => id === me.id).length
    }
    const countAllMatches = async () => [
      await countMatches('grace'),
      await countMatches('hopp'),
      await countMatches('GRACE-HOPPER.ETH'),
      await countMatches('ace'),
    ]
    assert.deepEqual(await countAllMatches(), [1, 1, 1, 0])
    const named = await browser.call({
      ...{ method: 'PATCH', path: '/api/me', body: { displayName: 'Grace M' }, headers: { 'if-match': '"1"' } },
    })
    assert.equal(named.status, 200, named.text)
    assert.deepEqual(
      [await countMatches('grace'), await countMatches('hopp'), await countMatches('grace+m+hop')],
      [1, 1, 1],
    )
    const { version } = settingsSchema.parse((await admin.browser.get('/api/admin/settings')).json)
    assert.equal((await admin.signed('PATCH', '/api/admin/settings', { ens: false }, version)).status, 200)
    assert.deepEqual([await countMatches('grace'), await countMatches('hopp')], [1, 0])
    assert.equal((await admin.signed('PATCH', '/api/admin/settings', { ens: true }, version + 1)).status, 200)
    await changeRows(server, "UPDATE wallet SET ens_name = 'murray.eth', ens_checked_at = 1 WHERE id = ?", walletId)
    names = createEnsScript()
    server.context.chains = names.chainsObject
    server.clock.now += ENS_RETRY_MS
    refreshNames(server.context, [{ id: walletId, ens: 'murray.eth' }])
    await server.context.background.settled()
    assert.deepEqual(
      [await storedNameOf(walletId), await countMatches('murray'), await countMatches('grace')],
      [null, 0, 1],
    )
  })

  const storedNameOf = async (walletId: string) => (await readStoredName(walletId))[0]?.ens_name ?? null

  testOnce(
    'resolves names for Ethereum accounts only, not for a contract at the same address on another chain',
    async () => {
      const admin = await addPerson(server, 'admin')
      const { me, walletId } = await signInWithName('john.eth')
      const readAfterLookup = async () => {
        await admin.browser.get(`/api/admin/people/${me.id}`)
        await server.context.background.settled()
        return [names.calls.length, await readStoredName(walletId)]
      }
      server.clock.now += ENS_RETRY_MS
      const requests = names.calls.length
      const forgotten = 'ens_name = NULL, ens_checked_at = NULL'
      await changeRows(server, `UPDATE wallet SET chain = '8453', ${forgotten} WHERE id = ?`, walletId)
      assert.deepEqual(await readAfterLookup(), [requests, [{ ens_name: null, ens_checked_at: null }]])
      await changeRows(server, `UPDATE wallet SET chain = '1' WHERE id = ?`, walletId)
      assert.deepEqual(await readAfterLookup(), [
        requests + 2,
        [{ ens_name: 'john.eth', ens_checked_at: server.clock.now }],
      ])
    },
  )
})
