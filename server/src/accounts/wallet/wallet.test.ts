import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RECOVERED_WALLET_DELAY_MS, WALLET_NEW_MS, WALLETS_PER_PERSON } from '@countersign/contract/limits.ts'
import { listWallets, walletDetailsSchema } from '@countersign/contract/schemas/wallet.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  type Browser,
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import {
  addMaximumWallets,
  caip10Of,
  callWithVersion,
  expectWallet,
  fetchChallenge,
  linkWallet,
  requestLink,
  requestStepUp,
  stepUp,
  stepUpAndLink,
} from '../../../../test/support/server/wallets.ts'

forEachEngine('wallets of a person', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signInNewPerson(account = newAccount()) {
    const browser = openBrowser(server)
    const { me, session } = expectStarted(await signIn(browser, account))
    return { browser, account, me, session, walletId: session.wallet.id }
  }

  const walletsOf = async (browser: Browser) => {
    const response = await browser.get('/api/me/wallets')
    assert.equal(response.status, 200, response.text)
    return listWallets.answer.parse(response.json).items
  }

  const eventsOf = async (personId: string, kind: string) => {
    await server.context.background.settled()
    return readRows(
      server,
      'SELECT outcome, code, actor_id, address, data FROM activity WHERE person_id = ? AND kind LIKE ? ORDER BY id',
      personId,
      kind,
    )
  }

  const noticesOf = (personId: string) =>
    readRows(server, 'SELECT kind, session_id, address, wallet_id FROM notice WHERE person_id = ?', personId)

  test('lists all wallets with their details, oldest first', async () => {
    const { browser, account, walletId } = await signInNewPerson()
    const first = server.clock.now
    server.clock.now += WALLET_NEW_MS
    const added = newAccount()
    await stepUp(browser, account, 'wallet.add', caip10Of(added))
    const proof = await prove(await fetchChallenge(browser, 'link_wallet'), added)
    const named = { ...proof, wallet: { name: 'Metal\n', rdns: 'io.metal' } }
    const linked = expectWallet(await browser.post('/api/me/wallets', { proof: named, label: 'Cold' }), 201)
    const second = server.clock.now
    const expected = [
      {
        id: walletId,
        account: `eip155:0:${account.address.toLowerCase()}`,
        address: account.address,
        kind: 'eoa',
        label: null,
        name: null,
        ens: null,
        status: 'linked',
        primary: true,
        current: true,
        linkedVia: 'sign_in',
        linkedAt: new Date(first).toISOString(),
        lastUsedAt: new Date(first).toISOString(),
        removeAt: null,
        unproven: false,
        trustedAt: null,
        version: 1,
      },
      {
        id: linked.id,
        account: `eip155:0:${added.address.toLowerCase()}`,
        address: added.address,
        kind: 'eoa',
        label: 'Cold',
        name: 'Metal',
        ens: null,
        status: 'linked',
        primary: false,
        current: false,
        linkedVia: 'link',
        linkedAt: new Date(second).toISOString(),
        lastUsedAt: new Date(second).toISOString(),
        removeAt: null,
        unproven: false,
        trustedAt: new Date(second + WALLET_NEW_MS).toISOString(),
        version: 1,
      },
    ]
    assert.deepEqual(await walletsOf(browser), expected)
    assert.deepEqual(linked, expected[1])
  })

  test('shows the number of sign-ins and the sessions of each wallet', async () => {
    const { browser, account, walletId } = await signInNewPerson()
    const second = await signInNewPerson(account)
    await second.browser.delete('/api/session')
    const response = await browser.get(`/api/me/wallets/${walletId}`)
    const [wallet] = await walletsOf(browser)
    assert.deepEqual(walletDetailsSchema.parse(response.json), { wallet, signIns: 2, sessions: 1 })
  })

  test('returns not found for wallets of other people and unknown wallets', async () => {
    const { browser, walletId } = await signInNewPerson()
    const other = await signInNewPerson()
    for (const id of [other.walletId, 'wal_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'nonsense']) {
      const sign = `INSERT INTO step_up (id, session_id, wallet_id, action, signed_at)
        SELECT ?, id, wallet_id, ?, ? FROM session WHERE wallet_id = ?`
      for (const action of ['primary', 'keep'])
        await changeRows(server, sign, `chl_${action}_${id}`, `wallet.${action}:${id}`, server.clock.now, walletId)
      expectProblem(await browser.get(`/api/me/wallets/${id}`), 'not_found')
      expectProblem(await callWithVersion(browser, 'PATCH', `/api/me/wallets/${id}`, 1, { label: 'Mine' }), 'not_found')
      expectProblem(await browser.post(`/api/me/wallets/${id}/primary`), 'not_found')
      expectProblem(await browser.post(`/api/me/wallets/${id}/keep`), 'not_found')
    }
    assert.equal((await walletsOf(other.browser))[0]?.label, null)
  })

  describe('adding a wallet', () => {
    test('lets the new wallet sign in and notifies other sessions', async () => {
      const { browser, account, me, session } = await signInNewPerson()
      const added = newAccount()
      const wallet = await linkWallet(browser, account, added)
      const started = expectStarted(await signIn(openBrowser(server), added))
      assert.deepEqual(
        { me: started.me.id, created: started.created, wallet: started.session.wallet.id },
        { me: me.id, created: false, wallet: wallet.id },
      )
      const address = added.address.toLowerCase()
      assert.deepEqual((await noticesOf(me.id))[0], {
        kind: 'wallet_added',
        session_id: session.id,
        address,
        wallet_id: wallet.id,
      })
      const data = JSON.stringify({ walletId: wallet.id, via: 'link' })
      assert.deepEqual(await eventsOf(me.id, 'wallet.linked'), [
        { outcome: 'ok', code: null, actor_id: me.id, address, data },
      ])
    })

    test('requires a step-up by a linked wallet', async () => {
      const { browser } = await signInNewPerson()
      const rows = await countRows(server)
      const added = newAccount()
      assert.deepEqual(expectProblem(await requestLink(browser, added), 'step_up_required').stepUp, {
        action: 'wallet.add',
        target: caip10Of(added),
      })
      assert.deepEqual(await countRows(server), rows)
    })

    test('rejects a wallet of another person with the same error for anyone', async () => {
      const { browser, account, me } = await signInNewPerson()
      const active = await signInNewPerson()
      const suspended = await signInNewPerson()
      await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", suspended.me.id)
      const deleting = await signInNewPerson()
      await changeRows(server, "UPDATE person SET status = 'deleting' WHERE id = ?", deleting.me.id)
      const rows = await countRows(server)
      const problems: unknown[] = []
      for (const other of [active, suspended, deleting]) {
        const { traceId, ...rest } = expectProblem(
          await stepUpAndLink(browser, account, other.account),
          'wallet_in_use',
        )
        problems.push(rest)
        assert.deepEqual(await noticesOf(other.me.id), [])
        assert.deepEqual(await eventsOf(other.me.id, 'wallet.%'), [])
      }
      assert.deepEqual(problems, [problems[0], problems[0], problems[0]])
      // Only the challenges of the step-ups are spent.
      const { spent_challenge: spent = 0, ...same } = rows
      assert.deepEqual(await countRows(server), { ...same, spent_challenge: spent + 3 })
      const refused = { outcome: 'refused', code: 'wallet_in_use', actor_id: me.id, address: null, data: '{}' }
      assert.deepEqual(await eventsOf(me.id, 'wallet.refused'), [refused, refused, refused])
    })

    test('rejects a wallet that is already linked', async () => {
      const { browser, account } = await signInNewPerson()
      expectProblem(await stepUpAndLink(browser, account, account), 'wallet_already_yours')
      assert.equal((await walletsOf(browser)).length, 1)
    })

    test(`rejects more than ${WALLETS_PER_PERSON} wallets`, async () => {
      const { browser, account, me } = await signInNewPerson()
      await addMaximumWallets(server, me.id)
      expectProblem(await stepUpAndLink(browser, account, newAccount()), 'wallet_limit')
      assert.equal((await walletsOf(browser)).length, WALLETS_PER_PERSON)
    })

    test('rejects a challenge of another session in the same browser', async () => {
      const { browser, account } = await signInNewPerson()
      const challenge = await fetchChallenge(browser, 'link_wallet')
      expectStarted(await signIn(browser, account))
      const added = newAccount()
      await stepUp(browser, account, 'wallet.add', caip10Of(added))
      const proof = await prove(challenge, added)
      expectProblem(await browser.post('/api/me/wallets', { proof }), 'challenge_other_browser')
    })

    test('rejects a signature by another key and a reused signature', async () => {
      const { browser, account } = await signInNewPerson()
      const added = newAccount()
      await stepUp(browser, account, 'wallet.add', caip10Of(added))
      const proof = await prove(await fetchChallenge(browser, 'link_wallet'), added)
      const signature = await account.signMessage({ message: proof.message })
      expectProblem(await browser.post('/api/me/wallets', { proof: { ...proof, signature } }), 'signature_invalid')
      expectWallet(await browser.post('/api/me/wallets', { proof }), 201)
      await stepUp(browser, account, 'wallet.add', caip10Of(added))
      expectProblem(await browser.post('/api/me/wallets', { proof }), 'challenge_used')
      assert.equal((await walletsOf(browser)).length, 2)
    })

    test('rejects a name with invisible characters and names the field', async () => {
      const { browser } = await signInNewPerson()
      for (const label of ['', ' ', 'a\u202eb', 'a\nb', 'n'.repeat(33), 'p\u0430ypal']) {
        const problem = expectProblem(await requestLink(browser, newAccount(), label), 'invalid_body')
        assert.deepEqual(problem.fields, [{ path: '/label', code: 'custom' }])
        server.clock.now += 6000
      }
      assert.equal((await walletsOf(browser)).length, 1)
    })
  })

  test('gives a wallet added during a waiting period no earlier trust than the wallet that added it', async () => {
    const { browser, account, walletId } = await signInNewPerson()
    const added = newAccount()
    const first = await linkWallet(browser, account, added)
    await changeRows(server, "UPDATE wallet SET linked_via = 'recovery' WHERE id = ?", first.id)
    const second = openBrowser(server)
    expectStarted(await signIn(second, added))
    const until = new Date(server.clock.now + RECOVERED_WALLET_DELAY_MS).toISOString()
    const late = await linkWallet(second, account)
    assert.deepEqual([late.trustedAt, late.linkedVia], [until, 'link'])
    const usual = await linkWallet(browser, account)
    assert.equal(usual.trustedAt, new Date(server.clock.now + WALLET_NEW_MS).toISOString())
    assert.equal((await walletsOf(browser)).find(({ id }) => id === walletId)?.trustedAt, null)
  })

  describe('renaming a wallet', () => {
    const renameWallet = (browser: Browser, id: string, version: number, label: unknown): Promise<HttpResponse> =>
      callWithVersion(browser, 'PATCH', `/api/me/wallets/${id}`, version, { label })

    test('sets and removes the name', async () => {
      const { browser, me, walletId } = await signInNewPerson()
      const named = expectWallet(await renameWallet(browser, walletId, 1, 'Hardware'))
      assert.deepEqual({ label: named.label, version: named.version }, { label: 'Hardware', version: 2 })
      assert.deepEqual(await walletsOf(browser), [named])
      assert.equal(expectWallet(await renameWallet(browser, walletId, 2, null)).label, null)
      const data = JSON.stringify({ walletId })
      assert.deepEqual(
        (await eventsOf(me.id, 'wallet.renamed')).map((event) => event.data),
        [data, data],
      )
    })

    test('rejects an outdated or missing version and an invalid name without changing anything', async () => {
      const { browser, walletId } = await signInNewPerson()
      expectWallet(await renameWallet(browser, walletId, 1, 'First'))
      expectProblem(await renameWallet(browser, walletId, 1, 'Second'), 'version_conflict')
      const withoutVersion = { method: 'PATCH', path: `/api/me/wallets/${walletId}`, body: { label: 'Second' } }
      expectProblem(await browser.call(withoutVersion), 'precondition_required')
      assert.equal(
        expectProblem(await renameWallet(browser, walletId, 2, '\u200b'), 'invalid_body').fields?.[0]?.path,
        '/label',
      )
      const [wallet] = await walletsOf(browser)
      assert.deepEqual({ label: wallet?.label, version: wallet?.version }, { label: 'First', version: 2 })
    })
  })

  describe('changing the main wallet', () => {
    test('accepts a signature by a trusted wallet', async () => {
      const { browser, account, me } = await signInNewPerson()
      server.clock.now += WALLET_NEW_MS
      const added = await linkWallet(browser, account)
      const confirmPrimary = () => stepUp(browser, account, 'wallet.primary', added.id)
      await confirmPrimary()
      const path = `/api/me/wallets/${added.id}/primary`
      assert.deepEqual(expectWallet(await browser.post(path)), { ...added, primary: true })
      assert.deepEqual(
        (await walletsOf(browser)).map(({ primary }) => primary),
        [false, true],
      )
      await confirmPrimary()
      expectWallet(await browser.post(path))
      assert.equal((await eventsOf(me.id, 'wallet.primary')).length, 1)
    })

    test('rejects a wallet added less than a day ago, whichever wallet signed in', async () => {
      const { browser, account, walletId } = await signInNewPerson()
      server.clock.now += WALLET_NEW_MS
      const added = newAccount()
      const wallet = await linkWallet(browser, account, added)
      const signStepUp = () => requestStepUp(browser, added, 'wallet.primary', wallet.id)
      const until = new Date(server.clock.now + WALLET_NEW_MS).toISOString()
      assert.equal(expectProblem(await signStepUp(), 'wallet_too_new').until, until)
      assert.equal((await walletsOf(browser)).find(({ primary }) => primary)?.id, walletId)
      server.clock.now += WALLET_NEW_MS - 1
      expectProblem(await signStepUp(), 'wallet_too_new')
      server.clock.now += 1
      expectSession(await signStepUp())
      expectWallet(await browser.post(`/api/me/wallets/${wallet.id}/primary`))
    })

    test('rejects a recovered wallet for three days', async () => {
      for (const via of ['recovery', 'admin_recovery']) {
        const { browser, account, walletId } = await signInNewPerson()
        await changeRows(server, 'UPDATE wallet SET linked_via = ? WHERE id = ?', via, walletId)
        const signStepUp = () => requestStepUp(browser, account, 'wallet.primary', walletId)
        server.clock.now += RECOVERED_WALLET_DELAY_MS - 1
        expectProblem(await signStepUp(), 'wallet_too_new')
        server.clock.now += 1
        expectSession(await signStepUp())
        expectWallet(await browser.post(`/api/me/wallets/${walletId}/primary`))
      }
    })
  })
})
