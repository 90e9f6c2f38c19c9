import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { INTERACTION_TTL_MS, RATE_AUTHORIZE_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import {
  authorizeRequest,
  callbackParams,
  interactionIdOf,
  locationOf,
  type RelyingParty,
  readSeenHash,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { sendDueLogouts } from '../sign-out/backchannel-logout.ts'

const END = "UPDATE session SET ended_at = 1, end_reason = 'signed_out' WHERE id = ?"

forDefaultEngine('an interaction', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
    // oidc-provider reads the wall clock, which the time of a signature is compared with.
    server.clock.now = Date.now()
  })
  after(() => server.close())

  const startInteraction = async (browser: Browser, party: RelyingParty, changes = {}) =>
    interactionIdOf(await browser.get(authorizeRequest(party, changes).path))
  const readInteraction = async (browser: Browser, id: string) =>
    (await browser.get(`/api/interactions/${id}`)).json as Interaction // compared by the tests
  const stepsOf = (browser: Browser, id: string) => readInteraction(browser, id).then(({ step }) => step)

  async function signInNewPerson(browser: Browser = openBrowser(server)) {
    const account = newAccount()
    const { me } = expectStarted(await signIn(browser, account))
    return { browser, account, personId: me.id }
  }

  test('shows the app, its redirect host and the exact claims', async () => {
    const { browser, account } = await signInNewPerson()
    const party = await registerApp(server, { name: 'Notes', scopes: ['openid', 'wallet', 'wallets'] })
    const id = await startInteraction(browser, party, { scope: 'openid wallet wallets', login_hint: account.address })
    const seen = await readInteraction(browser, id)
    const wallet = `eip155:0:${account.address}`
    assert.deepEqual(seen, {
      id,
      step: 'consent',
      app: { name: 'Notes', logo: null, clientId: party.app.clientId, host: 'app.example' },
      phone: true,
      scopes: ['openid', 'wallet', 'wallets'],
      newScopes: ['openid', 'wallet', 'wallets'],
      claims: { sub: seen.claims?.sub, wallet, wallet_kind: seen.claims?.wallet_kind, wallets: [wallet] },
      loginHint: account.address,
      seen: seen.seen,
    })
    assert.match(String(seen.seen), /^[\w-]{43}$/)
    assert.match(String(seen.claims?.sub), /^[\w-]{43}$/)
  })

  test('marks new scopes', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    await submitDecision(browser, await startInteraction(browser, party, { scope: 'openid profile' }), 'allow')
    const { step, scopes, newScopes } = await readInteraction(
      browser,
      await startInteraction(browser, party, { scope: 'openid profile wallet' }),
    )
    assert.deepEqual(
      { step, scopes, newScopes },
      {
        step: 'consent',
        scopes: ['openid', 'profile', 'wallet'],
        newScopes: ['wallet'],
      },
    )
  })

  for (const prompt of [
    'consent',
    'select_account',
    'login consent',
    'select_account consent',
    'login select_account consent',
  ])
    test(`asks for "${prompt}" step by step, each once`, async () => {
      server.clock.now = Date.now() - 60_000
      const { browser, account } = await signInNewPerson()
      const party = await registerApp(server)
      await submitDecision(browser, await startInteraction(browser, party), 'allow')
      const steps: string[] = []
      let response = await browser.get(authorizeRequest(party, { prompt }).path)
      while (!locationOf(response).startsWith(party.redirectUri)) {
        const id = interactionIdOf(response)
        const step = await stepsOf(browser, id)
        steps.push(step)
        assert.ok(steps.length < 5, steps.join())
        server.clock.now = Date.now() + 2000
        if (step === 'sign_in') expectStarted(await signIn(browser, account))
        response = await submitDecision(browser, id, step === 'consent' ? 'allow' : 'continue')
      }
      assert.ok(callbackParams(party, response).get('code'))
      assert.deepEqual(steps, prompt.replace('login', 'sign_in').split(' '))
    })

  test('continues after a new sign-in that purged the previous session', async () => {
    server.clock.now = Date.now() - 60_000
    const { browser, account } = await signInNewPerson()
    const party = await registerApp(server)
    await submitDecision(browser, await startInteraction(browser, party), 'allow')
    const id = await startInteraction(browser, party, { prompt: 'login' })
    server.clock.now = Date.now() + 2000
    expectStarted(await signIn(browser, account))
    await sendDueLogouts(server.context, server.oidc)
    assert.ok(callbackParams(party, await submitDecision(browser, id, 'continue')).get('code'))
  })

  test('requires a signature after the request for prompt=login', async () => {
    const browser = openBrowser(server)
    server.clock.now = Date.now() - 60_000
    const { account } = await signInNewPerson(browser)
    const party = await registerApp(server)
    server.clock.now = Date.now()
    const id = await startInteraction(browser, party, { prompt: 'login' })
    assert.equal(await stepsOf(browser, id), 'sign_in')
    expectProblem(await browser.post(`/api/interactions/${id}`, { decision: 'continue' }), 'unauthenticated')
    server.clock.now = Date.now() + 2000
    expectStarted(await signIn(browser, account))
    assert.equal(await stepsOf(browser, id), 'select_account')
    assert.equal(await stepsOf(browser, interactionIdOf(await submitDecision(browser, id, 'continue'))), 'consent')
  })

  test('applies to the session at the end: another wallet can take over', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    const first = await startInteraction(browser, party, { prompt: 'select_account' })
    assert.equal(await stepsOf(browser, first), 'select_account')
    const { account } = await signInNewPerson(browser)
    const consent = interactionIdOf(await submitDecision(browser, first, 'continue'))
    const last = await signInNewPerson(browser)
    assert.notEqual(last.account.address, account.address)
    const seen = await readInteraction(browser, consent)
    assert.equal(seen.claims?.wallet, `eip155:0:${last.account.address}`)
    assert.ok(callbackParams(party, await submitDecision(browser, consent, 'allow')).get('code'))
  })

  test('returns access_denied when the person declines, without logging an error', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    const params = callbackParams(party, await submitDecision(browser, await startInteraction(browser, party), 'deny'))
    assert.deepEqual({ error: params.get('error'), code: params.get('code') }, { error: 'access_denied', code: null })
    assert.deepEqual((await browser.get('/api/me/apps')).json, { items: [] })
  })

  test('fails with prompt=none for an app that was never shown', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    const response = await browser.get(authorizeRequest(party, { prompt: 'none' }).path)
    assert.equal(callbackParams(party, response).get('error'), 'consent_required')
    const visitor = await openBrowser(server).get(authorizeRequest(party, { prompt: 'none' }).path)
    assert.equal(callbackParams(party, visitor).get('error'), 'login_required')
  })

  test('asks to sign in if the session ends while the request is answered', async () => {
    const party = await registerApp(server)
    const answerWhileEnding = async (changes: Record<string, string>) => {
      const { browser } = await signInNewPerson()
      const { store } = server.context
      server.context.store = {
        ...store,
        // The last that is read of the session of oidc-provider, before its account.
        async lookUp(wanted) {
          const found = await store.lookUp(wanted)
          if (wanted.statement.reads.includes('session_app')) await changeRows(server, END, wanted.name)
          return found
        },
      }
      const response = await browser.get(authorizeRequest(party, changes).path)
      server.context.store = store
      return { browser, response }
    }
    const { browser, response } = await answerWhileEnding({})
    assert.equal(await stepsOf(browser, interactionIdOf(response)), 'sign_in')
    const silent = await answerWhileEnding({ prompt: 'none' })
    assert.equal(callbackParams(party, silent.response).get('error'), 'login_required')
  })

  test('reports missing access, and allows declining or another wallet', async () => {
    const { browser, personId } = await signInNewPerson()
    const group = 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA'
    const at = server.clock.now
    await changeRows(
      server,
      'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, ?, ?, 1)',
      ...[group, 'Staff', `staff-${engine.name}`, at, at],
    )
    const party = await registerApp(server, { groupIds: [group] })
    const id = await startInteraction(browser, party)
    assert.equal(await stepsOf(browser, id), 'access')
    expectProblem(await browser.post(`/api/interactions/${id}`, { decision: 'continue' }), 'access_denied')
    await changeRows(
      server,
      'INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, ?)',
      group,
      personId,
      at,
    )
    assert.equal(await stepsOf(browser, id), 'select_account')
    assert.equal(await stepsOf(browser, interactionIdOf(await submitDecision(browser, id, 'continue'))), 'consent')
    const outsider = await signInNewPerson()
    const theirs = await startInteraction(outsider.browser, party)
    assert.equal(
      callbackParams(party, await submitDecision(outsider.browser, theirs, 'deny')).get('error'),
      'access_denied',
    )
  })

  test('is bound to its browser', async () => {
    const { browser, account } = await signInNewPerson()
    const party = await registerApp(server)
    const id = await startInteraction(browser, party)
    const otherBrowser = openBrowser(server)
    expectStarted(await signIn(otherBrowser, account))
    expectProblem(await otherBrowser.get(`/api/interactions/${id}`), 'interaction_expired')
    expectProblem(await otherBrowser.post(`/api/interactions/${id}`, { decision: 'allow' }), 'interaction_expired')
    // The id appears in URLs, so it must not be enough to answer.
    const other = await startInteraction(otherBrowser, party)
    const ownCookie = otherBrowser.cookies.get('cs_prompt') ?? ''
    for (const value of [id, ownCookie, '', `${ownCookie.slice(0, -1)}A`]) {
      otherBrowser.cookies.set('cs_prompt', value)
      expectProblem(await otherBrowser.post(`/api/interactions/${id}`, { decision: 'deny' }), 'interaction_expired')
    }
    otherBrowser.cookies.set('cs_prompt', ownCookie)
    assert.equal(await stepsOf(otherBrowser, other), 'consent')
    assert.equal(await stepsOf(browser, id), 'consent')
  })

  const FOREIGN: [string, Record<string, string | undefined>, ErrorCode][] = [
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 'csrf_refused'],
    ['from another subdomain', { 'sec-fetch-site': 'same-site' }, 'csrf_refused'],
    ['without an Origin header', { origin: undefined }, 'csrf_refused'],
    ['from an opaque origin', { origin: 'null' }, 'csrf_refused'],
    ['without the X-Countersign header', { 'x-countersign': undefined }, 'csrf_refused'],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported_media_type'],
    ['as plain text', { 'content-type': 'text/plain' }, 'unsupported_media_type'],
  ]
  for (const [title, headers, code] of FOREIGN)
    test(`is not answered ${title}`, async () => {
      const { browser } = await signInNewPerson()
      const party = await registerApp(server)
      const id = await startInteraction(browser, party)
      for (const decision of ['allow', 'deny'])
        expectProblem(await browser.post(`/api/interactions/${id}`, { decision }, headers), code)
      assert.deepEqual((await browser.get('/api/me/apps')).json, { items: [] })
      assert.equal(await stepsOf(browser, id), 'consent')
    })

  test('accepts valid decisions only', async () => {
    const { browser } = await signInNewPerson()
    const id = await startInteraction(browser, await registerApp(server))
    for (const body of [{}, { decision: 'yes' }, { decision: 'allow', scopes: ['openid', 'wallets'] }, ['allow'], null])
      expectProblem(await browser.post(`/api/interactions/${id}`, body), 'invalid_body')
    for (const decision of ['continue', 'allow'])
      expectProblem(await browser.post(`/api/interactions/${id}`, { decision }), 'consent_required')
    assert.deepEqual((await browser.get('/api/me/apps')).json, { items: [] })
  })

  test('requires consent to exactly what was shown', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server, { scopes: ['openid', 'wallets'] })
    const id = await startInteraction(browser, party, { scope: 'openid wallets' })
    const postAllow = (seen: string | undefined) => browser.post(`/api/interactions/${id}`, { decision: 'allow', seen })
    const changeApp = (values: string) => changeRows(server, `UPDATE app SET ${values} WHERE id = ?`, party.app.id)
    const scopes = [`scopes = '["openid"]'`, `scopes = '["openid","wallets"]'`]
    for (const values of [...scopes, "name = 'Another name'", "email = 'synthetic'"]) {
      const before = await readSeenHash(browser, id)
      await changeApp(values)
      expectProblem(await postAllow(before), 'consent_required')
    }
    const theirs = await readSeenHash(browser, id)
    expectStarted(await signIn(browser, newAccount()))
    expectProblem(await postAllow(theirs), 'consent_required')
    assert.deepEqual((await browser.get('/api/me/apps')).json, { items: [] })
    assert.equal((await postAllow(await readSeenHash(browser, id))).status, 200)
  })

  test('is completed once, and rate-limited', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    const id = await startInteraction(browser, party)
    const seen = await readSeenHash(browser, id)
    const postDecision = (decision: string) => browser.post(`/api/interactions/${id}`, { decision, seen })
    assert.equal((await postDecision('deny')).status, 200)
    const { redirectTo } = (await postDecision('allow')).json as { redirectTo: string } // used at once
    const [first, ...others] = [await browser.get(redirectTo), await browser.get(redirectTo)]
    assert.ok(callbackParams(party, first).get('code'))
    assert.deepEqual(others.map(locationOf), ['/app-problem?code=interaction_expired'])
    for (let count = 2; count < RATE_AUTHORIZE_PER_ADDRESS.burst; count++)
      expectProblem(await postDecision('allow'), 'interaction_expired')
    expectProblem(await postDecision('allow'), 'rate_limited')
  })

  test('expires, and ends when the app is disabled', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    const [old, expired] = [await startInteraction(browser, party), await startInteraction(browser, party)]
    await changeRows(server, "UPDATE app SET status = 'disabled' WHERE id = ?", party.app.id)
    expectProblem(await browser.get(`/api/interactions/${expired}`), 'interaction_expired')
    await changeRows(server, "UPDATE app SET status = 'active' WHERE id = ?", party.app.id)
    server.clock.now += INTERACTION_TTL_MS
    expectProblem(await browser.get(`/api/interactions/${old}`), 'interaction_expired')
    expectProblem(await browser.post(`/api/interactions/${old}`, { decision: 'allow' }), 'interaction_expired')
  })
})
