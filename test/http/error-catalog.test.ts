import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ErrorCode, errorCodes } from '@countersign/contract/error/errors.ts'
import { CHALLENGE_TTL_MS, RATE_CHALLENGES_PER_ADDRESS, SESSION_IDLE_MS } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { setupCode } from '../../server/src/operations/setup/setup.ts'
import { dropDatabase } from '../support/database/drop-database.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { removeFirstOwner } from '../support/database/first-owner.ts'
import { changeRows } from '../support/database/rows.ts'
import { ACCOUNT_ERRORS } from '../support/errors/account.ts'
import { ACTIVITY_ERRORS } from '../support/errors/activity.ts'
import { ADMIN_DESTRUCTIVE, ADMIN_ERRORS, ADMIN_WITH_FIELDS } from '../support/errors/admin.ts'
import { APP_ERRORS, APP_WITH_FIELDS } from '../support/errors/apps.ts'
import { FAMILY_DESTRUCTIVE, FAMILY_ERRORS } from '../support/errors/families.ts'
import { GROUP_ERRORS } from '../support/errors/groups.ts'
import { INTERACTION_ERRORS } from '../support/errors/interactions.ts'
import { NETWORK_ERRORS, NETWORK_WITH_FIELDS } from '../support/errors/networks.ts'
import { PHONE_ERRORS } from '../support/errors/phone.ts'
import { REQUEST_ERRORS } from '../support/errors/requests.ts'
import { RULE_ERRORS } from '../support/errors/rules.ts'
import { VAULT_ERRORS } from '../support/errors/vaults.ts'
import {
  type Browser,
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
  signIn,
} from '../support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../support/server/responses.ts'
import { startServer, type TestServer } from '../support/server/server.ts'
import { setUpSite, setupBody } from '../support/server/set-up.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

/** Signs in with a proof that was changed after, or before, it was signed. */
function signInWithChangedProof(change: (proof: Proof) => Partial<Proof>): Produce {
  return async (_, browser) => {
    const proof = await prove(await browser.challenge(), newAccount())
    return browser.post('/api/sessions', { proof: { ...proof, ...change(proof) }, keep: true })
  }
}

function signInWithChangedMessage(change: (text: string) => string): Produce {
  return async (_, browser) => {
    const account = newAccount()
    const challenge = await browser.challenge()
    const proof = await prove(challenge, account)
    const message = change(proof.message)
    const signature = await account.signMessage({ message })
    return browser.post('/api/sessions', { proof: { ...proof, message, signature }, keep: true })
  }
}

/** One request for every error code: a missing code does not compile. */
const PRODUCED = {
  ...ACCOUNT_ERRORS,
  ...ACTIVITY_ERRORS,
  ...ADMIN_ERRORS,
  ...NETWORK_ERRORS,
  ...INTERACTION_ERRORS,
  ...APP_ERRORS,
  ...FAMILY_ERRORS,
  ...GROUP_ERRORS,
  ...PHONE_ERRORS,
  ...REQUEST_ERRORS,
  ...RULE_ERRORS,
  ...VAULT_ERRORS,
  invalid_body: (_, browser) => browser.post('/api/challenges', { purpose: 'unknown' }),
  bad_request: (_, browser) => browser.call({ method: 'POST', path: '/api/challenges', raw: '{' }),
  unauthenticated: (_, browser) => browser.get('/api/session'),
  async session_expired(server, browser) {
    expectStarted(await signIn(browser, newAccount()))
    server.clock.now += SESSION_IDLE_MS
    return browser.get('/api/session')
  },
  async session_revoked(server, browser) {
    const { me } = expectStarted(await signIn(browser, newAccount()))
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", me.id)
    return browser.get('/api/session')
  },
  csrf_refused: (_, browser) =>
    browser.post('/api/challenges', { purpose: 'sign_in' }, { origin: 'https://evil.example' }),
  purpose_not_allowed: (_, browser) => browser.post('/api/challenges', { purpose: 'setup', instanceName: 'Acme' }),
  async challenge_other_browser(server, browser) {
    const proof = await prove(await browser.challenge(), newAccount())
    return openBrowser(server).post('/api/sessions', { proof, keep: true })
  },
  async person_suspended(server, browser) {
    const account = newAccount()
    const { me } = expectStarted(await signIn(browser, account))
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", me.id)
    return signIn(browser, account)
  },
  async setup_code_invalid(server, browser) {
    await removeFirstOwner(server.context.store)
    return setUpSite(browser, { code: 'WRONG' })
  },
  async setup_required(server, browser) {
    await removeFirstOwner(server.context.store)
    return signIn(browser, newAccount())
  },
  not_found: (_, browser) => browser.get('/api/nothing'),
  challenge_unknown: signInWithChangedProof(() => ({ challenge: 'made.up' })),
  async setup_done(server, browser) {
    await removeFirstOwner(server.context.store)
    const proof = await prove(await browser.challenge('setup'), newAccount())
    expectStarted(await setUpSite(openBrowser(server), { code: await setupCode(server.context) }))
    return browser.post('/api/setup', await setupBody(server, proof))
  },
  method_not_allowed: (_, browser) => browser.call({ method: 'PATCH', path: '/api/session' }),
  async challenge_used(_, browser) {
    const proof = await prove(await browser.challenge(), newAccount())
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    return browser.post('/api/sessions', { proof, keep: true })
  },
  async challenge_expired(server, browser) {
    const proof = await prove(await browser.challenge(), newAccount())
    server.clock.now += CHALLENGE_TTL_MS
    return browser.post('/api/sessions', { proof, keep: true })
  },
  payload_too_large: (_, browser) => browser.post('/api/challenges', { purpose: 'x'.repeat(20_000) }),
  unsupported_media_type: (_, browser) => browser.post('/api/challenges', {}, { 'content-type': 'text/plain' }),
  message_malformed: signInWithChangedMessage((text) => `${text}\n`),
  domain_mismatch: signInWithChangedMessage((text) => text.replace('localhost:3000', 'evil.example')),
  statement_mismatch: signInWithChangedMessage((text) => text.replace('Sign in to', 'Give all to')),
  nonce_mismatch: signInWithChangedMessage((text) => text.replace(/Nonce: .*/, 'Nonce: abcdefgh')),
  async address_invalid(_, browser) {
    const challenge = await browser.challenge()
    const address = `0x${'0'.repeat(40)}`
    const message = writeMessage(messageFor(challenge, { namespace: 'eip155', chain: '1', address }))
    const account = `eip155:1:${address}`
    const proof = {
      namespace: 'eip155',
      challenge: challenge.token,
      account,
      message,
      signature: `0x${'00'.repeat(65)}`,
    }
    return browser.post('/api/sessions', { proof, keep: true })
  },
  signature_malformed: signInWithChangedProof(() => ({ signature: '0x' })),
  signature_invalid: signInWithChangedProof(({ signature }) => ({
    signature: signature.replace(/.{8}(?=.{60}$)/, '12345678'),
  })),
  network_not_configured: signInWithChangedProof(({ signature }) => ({ signature: `${signature}00` })),
  async rate_limited(_, browser) {
    for (let count = 0; count < RATE_CHALLENGES_PER_ADDRESS.burst; count++) await browser.challenge()
    return browser.post('/api/challenges', { purpose: 'sign_in' })
  },
  async internal(server, browser) {
    expectStarted(await signIn(browser, newAccount()))
    await changeRows(server, "UPDATE session SET ended_at = 1, end_reason = 'nonsense'")
    return browser.get('/api/session')
  },
  async maintenance(server, browser) {
    server.stopTaking()
    return browser.get('/api/public')
  },
  async db_unavailable(server, browser) {
    await dropDatabase(server)
    return browser.get('/api/public')
  },
} satisfies Record<ErrorCode, Produce>

/** These need their own database. */
const DESTRUCTIVE: ErrorCode[] = [
  'setup_code_invalid',
  'setup_required',
  'setup_done',
  'internal',
  'db_unavailable',
  ...ADMIN_DESTRUCTIVE,
  ...FAMILY_DESTRUCTIVE,
]
/** These name invalid fields. */
const NAMING: ErrorCode[] = ['invalid_body', ...ADMIN_WITH_FIELDS, ...NETWORK_WITH_FIELDS, ...APP_WITH_FIELDS]

forDefaultEngine('error catalog', (engine) => {
  let databaseUrl: string
  before(async () => {
    databaseUrl = await engine.createDatabase()
    await (await startServer(engine, { databaseUrl })).close()
  })

  for (const code of errorCodes) {
    test(`${code} is returned by a request`, async (context) => {
      const server = await startServer(engine, DESTRUCTIVE.includes(code) ? {} : { databaseUrl })
      context.after(() => server.close())
      const response = await PRODUCED[code](server, openBrowser(server))
      const problem = expectProblem(response, code)
      assert.equal(problem.type, `http://localhost:3000/problems/${code}`)
      assert.equal(response.headers['www-authenticate'], response.status === 401 ? 'Countersign' : undefined)
      const waits = response.status === 429 || response.status === 503
      assert.equal(response.headers['retry-after'] !== undefined, waits)
      assert.equal(problem.retryAfter === undefined, !waits)
      assert.equal(problem.fields !== undefined, NAMING.includes(code))
    })
  }
})
