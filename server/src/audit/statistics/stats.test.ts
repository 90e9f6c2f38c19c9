import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RANGE_MAX_MS, STATS_KEPT_MS, TOTALS_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Stats } from '@countersign/contract/routes/admin/stats.ts'
import { getStats } from '@countersign/contract/schemas/admin/stats.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  authorizeRequest,
  callbackParams,
  interactionIdOf,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { purge } from '../../operations/purge.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

forEachEngine('statistics', (engine) => {
  let server: TestServer
  let auditor: Browser
  let start: number
  before(async () => {
    server = await startServer(engine)
    start = server.clock.now
    auditor = openBrowser(server)
    const { me } = expectStarted(await signIn(auditor, newAccount()))
    expectProblem(await auditor.get(`/api/admin/stats?from=${iso(start)}&to=${iso(start)}`), 'forbidden')
    await changeRows(server, `UPDATE person SET role = 'auditor' WHERE id = ?`, me.id)
  })
  after(() => server.close())

  const iso = (time: number) => new Date(time).toISOString()

  async function signInWith(wallet: { name: string; rdns?: string } | undefined, account = newAccount()) {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), account)
    const named = wallet && { wallet: { rdns: 'example.wallet', ...wallet } }
    expectStarted(await browser.post('/api/sessions', { proof: { ...proof, ...named }, keep: true }))
  }

  async function refuseOne() {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    const signature = proof.signature.replace(/.{8}(?=.{60}$)/, '12345678')
    const answer = await browser.post('/api/sessions', { proof: { ...proof, signature }, keep: true })
    expectProblem(answer, 'signature_invalid')
    await server.context.background.settled()
  }

  async function stats(from: number, to: number): Promise<Stats> {
    const answer = await auditor.get(`/api/admin/stats?from=${iso(from)}&to=${iso(to)}`)
    assert.equal(answer.status, 200, answer.text)
    return getStats.answer.parse(answer.json)
  }

  test('count sign-ins, denials and new people by hour, and wallets by known names only', async () => {
    const account = newAccount()
    await signInWith({ name: 'MetaMask' }, account)
    await signInWith({ name: 'MetaMask' }, account)
    await signInWith({ name: `Made up ${Math.random()}` })
    await refuseOne()
    server.clock.now += HOUR_MS
    await signInWith({ name: 'Rabby Wallet' }, account)
    await refuseOne()
    await refuseOne()
    assert.deepEqual(await stats(start + 1, server.clock.now + 1), {
      from: iso(start),
      to: iso(server.clock.now + 1),
      hours: [
        { hour: iso(start), ok: 4, refused: 1, newPeople: 3 },
        { hour: iso(start + HOUR_MS), ok: 1, refused: 2, newPeople: 0 },
      ],
      refusals: [{ code: 'signature_invalid', count: 3 }],
      wallets: [
        { name: 'MetaMask', count: 2 },
        { name: 'Other', count: 2 },
        { name: 'Rabby Wallet', count: 1 },
      ],
      apps: [],
      totals: { people: 3, active1: 3, active7: 3, active30: 3, sessions: 5 },
    })
  })

  test('count a new person among people and new people at once', async () => {
    const from = server.clock.now
    const read = async () => {
      const { hours, totals } = await stats(from - HOUR_MS, from + HOUR_MS)
      return [hours.reduce((sum, { newPeople }) => sum + newPeople, 0), totals.people]
    }
    assert.deepEqual(await read(), [3, 3])
    await signInWith({ name: 'MetaMask' })
    assert.deepEqual(await read(), [4, 4])
  })

  test('return the requested hours or days, with current totals', async () => {
    const later = await stats(start + HOUR_MS, start + 2 * HOUR_MS)
    assert.deepEqual(
      [later.hours.map(({ hour }) => hour), later.refusals, later.wallets.map(({ name }) => name)],
      [[iso(start + HOUR_MS)], [{ code: 'signature_invalid', count: 3 }], ['MetaMask', 'Other', 'Rabby Wallet']],
    )
    server.clock.now = start + 2 * DAY_MS
    assert.equal((await auditor.get('/api/session')).status, 200)
    await server.context.background.settled()
    const { totals, hours } = await stats(start + DAY_MS, start + 2 * DAY_MS)
    assert.deepEqual([totals, hours], [{ people: 4, active1: 1, active7: 4, active30: 4, sessions: 6 }, []])
  })

  test('reject a range that is too long, an invalid time and a missing range', async () => {
    const requestStats = (query: string) => auditor.get(`/api/admin/stats?${query}`)
    expectProblem(await requestStats(`from=${iso(start - RANGE_MAX_MS - 1)}&to=${iso(start)}`), 'range_too_long')
    expectProblem(await requestStats(`from=2026-02-31T00:00:00.000Z&to=2026-99-01T00:00:00.000Z`), 'invalid_body')
    expectProblem(await requestStats(''), 'invalid_body')
  })

  test('are kept for a little over two years', async () => {
    server.clock.now = start + STATS_KEPT_MS
    await purge(server.context)
    const hours = () => readRows(server, 'SELECT DISTINCT hour FROM hourly_stat ORDER BY hour')
    assert.equal((await hours()).length, 2)
    server.clock.now += 1
    await purge(server.context)
    assert.deepEqual(await hours(), [{ hour: start + HOUR_MS }])
  })

  test('count sign-ins per existing app', async () => {
    const [often, once, gone] = [await registerApp(server), await registerApp(server), await registerApp(server)]
    auditor = openBrowser(server) // the session of the first has long run out
    const { me } = expectStarted(await signIn(auditor, newAccount()))
    await changeRows(server, `UPDATE person SET role = 'auditor' WHERE id = ?`, me.id)
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    for (const party of [often, once, gone]) {
      const consent = interactionIdOf(await browser.get(authorizeRequest(party).path))
      callbackParams(party, await submitDecision(browser, consent, 'allow'))
    }
    // Repeated requests within a minute count as one sign-in.
    for (const later of [0, 59_000, 1000]) {
      server.clock.now += later
      callbackParams(often, await browser.get(authorizeRequest(often).path))
    }
    await server.context.background.settled()
    await changeRows(server, `UPDATE app SET status = 'deleted' WHERE id = ?`, gone.app.id)
    const { apps } = await stats(server.clock.now, server.clock.now + 1)
    assert.deepEqual(apps, [
      { id: often.app.id, name: often.app.name, count: 2 },
      { id: once.app.id, name: once.app.name, count: 1 },
    ])
  })

  test('count no session of a wallet whose removal is due', async () => {
    const { session } = expectStarted(await signIn(openBrowser(server), newAccount()))
    const count = async () => (await stats(server.clock.now, server.clock.now + 1)).totals.sessions
    const before = await count()
    const due = "UPDATE wallet SET status = 'removing', remove_at = ? WHERE id = ?"
    await changeRows(server, due, server.clock.now, session.wallet.id)
    server.clock.now += TOTALS_KEPT_MS
    assert.equal(await count(), before - 1)
  })
})
