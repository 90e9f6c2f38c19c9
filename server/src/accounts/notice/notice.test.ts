import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Notice } from '@countersign/contract/routes/notice.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { expectWallet, linkWallet, stepUp } from '../../../../test/support/server/wallets.ts'

forEachEngine('notices', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** A person with two wallets, a session of each, and no unread notices. */
  async function signInWithTwoWallets() {
    const [first, second] = [newAccount(), newAccount()]
    const browser = openBrowser(server)
    const { me } = expectStarted(await signIn(browser, first))
    const { id: secondId } = await linkWallet(browser, first, second)
    const other = openBrowser(server)
    expectStarted(await signIn(other, second))
    server.clock.now += 1000
    for (const each of [await sessionOf(first), other])
      for (const { id } of await noticesOf(each)) await markRead(each, id)
    return { me, first, second, secondId, browser, other }
  }

  async function sessionOf(account: Parameters<typeof signIn>[1]): Promise<Browser> {
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, account))
    return browser
  }

  const noticesOf = async (browser: Browser): Promise<Notice[]> =>
    ((await browser.get('/api/me/notices')).json as { items: Notice[] }).items // compared by the caller
  const kindsOf = async (browser: Browser) =>
    (await noticesOf(browser)).map(({ kind }) => kind).filter((kind) => kind !== 'new_sign_in')
  const markRead = async (browser: Browser, id: string) =>
    assert.equal((await browser.post(`/api/me/notices/${id}/read`)).status, 204)

  test('reach every other session of the person after a critical action, not the session that did it', async () => {
    const { first, browser, other, secondId } = await signInWithTwoWallets()
    const otherBrowser = await sessionOf(first)
    await stepUp(browser, first, 'wallet.primary', secondId)
    expectWallet(await browser.post(`/api/me/wallets/${secondId}/primary`))
    await stepUp(browser, first, 'recovery.create')
    assert.equal((await browser.post('/api/me/recovery-codes')).status, 201)
    await stepUp(browser, first, 'recovery.create')
    assert.equal((await browser.post('/api/me/recovery-codes')).status, 201)
    await stepUp(browser, first, 'recovery.drop')
    assert.equal((await browser.delete('/api/me/recovery-codes')).status, 204)
    await stepUp(browser, first, 'data.export')
    assert.equal((await browser.post('/api/me/export')).status, 200)
    await linkWallet(browser, first)
    const expected = [
      'wallet_added',
      'data_exported',
      'recovery_codes_deleted',
      'recovery_codes_replaced',
      'recovery_codes_created',
      'main_wallet_changed',
    ]
    assert.deepEqual(
      [await kindsOf(otherBrowser), await kindsOf(other), await kindsOf(browser)],
      [expected, expected, []],
    )
  })

  test('are not marked as read by the session that caused them', async () => {
    const { first, browser, other } = await signInWithTwoWallets()
    const otherBrowser = await sessionOf(first)
    const stolen = openBrowser(server)
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
    await linkWallet(stolen, first)
    const [notice] = (await noticesOf(other)).filter(({ kind }) => kind === 'wallet_added')
    assert.ok(notice)
    await markRead(stolen, notice.id)
    assert.deepEqual([await kindsOf(otherBrowser), await kindsOf(other)], [['wallet_added'], ['wallet_added']])
  })

  test('are not hidden from other wallets by the added wallet', async () => {
    const { first, browser, other } = await signInWithTwoWallets()
    const otherBrowser = await sessionOf(first)
    const added = newAccount()
    await linkWallet(browser, first, added)
    const attacker = await sessionOf(added)
    for (const { id } of await noticesOf(attacker)) await markRead(attacker, id)
    assert.deepEqual(await kindsOf(attacker), [])
    assert.deepEqual([await kindsOf(otherBrowser), await kindsOf(other)], [['wallet_added'], ['wallet_added']])
  })

  test('are read in every session of the wallet that read them', async () => {
    const { first, second, browser, other } = await signInWithTwoWallets()
    const otherBrowser = await sessionOf(first)
    await linkWallet(browser, first)
    const [notice] = (await noticesOf(otherBrowser)).filter(({ kind }) => kind === 'wallet_added')
    assert.ok(notice)
    for (let count = 0; count < 2; count++) await markRead(otherBrowser, notice.id)
    assert.deepEqual(await kindsOf(await sessionOf(first)), [])
    assert.deepEqual(
      [await kindsOf(other), await kindsOf(await sessionOf(second))],
      [['wallet_added'], ['wallet_added']],
    )
  })

  test('from before a wallet was added are not shown to that wallet', async () => {
    const { first, browser } = await signInWithTwoWallets()
    await linkWallet(browser, first)
    server.clock.now += 1000
    const late = newAccount()
    await linkWallet(browser, first, late)
    assert.deepEqual(await kindsOf(await sessionOf(late)), ['wallet_added'])
  })

  test('inform a person about a recovery link created by an admin', async () => {
    const { me, browser, other } = await signInWithTwoWallets()
    const admin = await addPerson(server, 'admin')
    assert.equal((await admin.signed('POST', `/api/admin/people/${me.id}/recovery-link`)).status, 201)
    assert.deepEqual(
      [await kindsOf(browser), await kindsOf(other)],
      [['recovery_link_created'], ['recovery_link_created']],
    )
  })

  test('about new sign-ins collapse into the latest, and are read together', async () => {
    const { first, browser, other } = await signInWithTwoWallets()
    const signIns = async (from: Browser) => (await noticesOf(from)).filter(({ kind }) => kind === 'new_sign_in')
    for (const { id } of await noticesOf(browser)) await markRead(browser, id)
    const third = await sessionOf(first)
    server.clock.now += 1000
    await sessionOf(first)
    const [latest, ...more] = await signIns(browser)
    assert.deepEqual([latest?.count, latest?.at, more], [2, new Date(server.clock.now).toISOString(), []])
    assert.deepEqual(
      (await signIns(third)).map(({ count }) => count),
      [1],
      'without its own sign-in',
    )
    server.clock.now += 1000
    await sessionOf(first)
    await markRead(browser, latest?.id ?? '')
    const [later] = await signIns(browser)
    assert.deepEqual([later?.count, later?.at], [1, new Date(server.clock.now).toISOString()])
    assert.deepEqual(
      (await signIns(other)).map(({ count }) => count),
      [3],
      'read by one wallet only',
    )
    await markRead(browser, later?.id ?? '')
    assert.deepEqual(await signIns(browser), [])
  })

  test('of another person are not found', async () => {
    const { first, browser, other } = await signInWithTwoWallets()
    await linkWallet(browser, first)
    const [notice] = await noticesOf(other)
    const otherPerson = await addPerson(server)
    expectProblem(await otherPerson.browser.post(`/api/me/notices/${notice?.id}/read`), 'not_found')
  })
})
