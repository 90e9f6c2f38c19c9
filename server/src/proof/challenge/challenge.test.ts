import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CHALLENGE_TTL_MS, NONCE_LENGTH } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { addFirstOwner, removeFirstOwner } from '../../../../test/support/database/first-owner.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { setupBody } from '../../../../test/support/server/set-up.ts'
import { purge } from '../../operations/purge.ts'
import { setupCode } from '../../operations/setup/setup.ts'
import { writeToken } from './challenge-token.ts'

forEachEngine('challenges', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
    await setupCode(server.context)
  })
  after(() => server.close())

  const postSession = (browser: Browser, proof: Proof) => browser.post('/api/sessions', { proof, keep: true })

  async function prepareProof() {
    const browser = openBrowser(server)
    const challenge = await browser.challenge()
    return { browser, challenge, account: newAccount() }
  }

  describe('when issued', () => {
    test('contain everything the wallet will sign except the account', async () => {
      const { challenge } = await prepareProof()
      const { id, token, nonce, ...rest } = challengeSchema.parse(challenge)
      assert.deepEqual(rest, {
        purpose: 'sign_in',
        domain: 'localhost:3000',
        uri: 'http://localhost:3000',
        statement:
          'Sign in to Countersign. Signing is free and does not send a transaction or give access to your funds.',
        issuedAt: new Date(server.clock.now).toISOString(),
        expiresAt: new Date(server.clock.now + CHALLENGE_TTL_MS).toISOString(),
        boundTo: null,
      })
      assert.match(nonce, new RegExp(`^[0-9A-Za-z]{${NONCE_LENGTH}}$`))
      assert.ok(token.length < 1024)
      assert.match(id, /^chl_/)
    })

    test('are unique and write no row', async () => {
      const rows = await countRows(server)
      const challenges = await Promise.all(Array.from({ length: 20 }, () => openBrowser(server).challenge()))
      assert.equal(new Set(challenges.map(({ nonce }) => nonce)).size, 20)
      assert.equal(new Set(challenges.map(({ id }) => id)).size, 20)
      assert.deepEqual(await countRows(server), rows)
    })

    test('set the cookie that binds them to the browser, once', async () => {
      const browser = openBrowser(server)
      const first = await browser.post('/api/challenges', { purpose: 'sign_in' })
      assert.match(
        String(first.headers['set-cookie']),
        /^cs_pre=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
      )
      const second = await browser.post('/api/challenges', { purpose: 'sign_in' })
      assert.equal(second.headers['set-cookie'], undefined)
    })

    test('replace an invalid binding cookie', async () => {
      const browser = openBrowser(server)
      browser.cookies.set('cs_pre', 'short')
      await browser.challenge()
      assert.match(browser.cookies.get('cs_pre') ?? '', /^[\w-]{22}$/)
    })
  })

  describe('are rejected without changing anything', () => {
    async function expectRefused(code: Parameters<typeof expectProblem>[1], browser: Browser, proof: Proof) {
      const rows = await countRows(server)
      expectProblem(await postSession(browser, proof), code)
      assert.deepEqual(await countRows(server), rows)
    }

    test('when answered twice', async () => {
      const { browser, challenge, account } = await prepareProof()
      const proof = await prove(challenge, account)
      expectStarted(await postSession(browser, proof))
      await expectRefused('challenge_used', browser, proof)
      await expectRefused('challenge_used', browser, await prove(challenge, newAccount()))
    })

    test('when answered before, after expired rows were purged', async () => {
      const { browser, challenge, account } = await prepareProof()
      const proof = await prove(challenge, account)
      expectStarted(await postSession(browser, proof))
      // A node whose clock is ahead forgets early; this one would still take the answer.
      const clock = server.clock.now
      server.clock.now += CHALLENGE_TTL_MS + 60_000
      await purge(server.context)
      server.clock.now = clock
      await expectRefused('challenge_used', browser, proof)
    })

    test('when expired', async () => {
      const { browser, challenge, account } = await prepareProof()
      const proof = await prove(challenge, account)
      server.clock.now += CHALLENGE_TTL_MS
      await expectRefused('challenge_expired', browser, proof)
      server.clock.now -= 1
      expectStarted(await postSession(browser, proof))
    })

    test('when another browser answers', async () => {
      const { browser, challenge, account } = await prepareProof()
      const other = openBrowser(server)
      await other.challenge()
      const proof = await prove(challenge, account)
      await expectRefused('challenge_other_browser', other, proof)
      await expectRefused('challenge_other_browser', openBrowser(server), proof)
      browser.cookies.set('cs_pre', `${browser.cookies.get('cs_pre')}x`)
      await expectRefused('challenge_other_browser', browser, proof)
    })

    test('when issued for another purpose', async () => {
      const browser = openBrowser(server)
      const account = newAccount()
      await removeFirstOwner(server.context.store)
      await expectRefused('purpose_not_allowed', browser, await prove(await browser.challenge('setup'), account))
      const proof = await prove(await browser.challenge('sign_in'), account)
      expectProblem(await browser.post('/api/setup', await setupBody(server, proof)), 'purpose_not_allowed')
      await addFirstOwner(server.context.store)
    })

    test('when the token was modified', async () => {
      const { browser, challenge, account } = await prepareProof()
      const proof = await prove(challenge, account)
      const [payload, mac] = splitToken(challenge.token)
      const content = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const encode = (changes: object) => Buffer.from(JSON.stringify({ ...content, ...changes })).toString('base64url')
      assert.equal(encode({}), payload)
      const other = await openBrowser(server).challenge()
      const tokens = [
        'x',
        '.',
        `${payload}.`,
        `.${mac}`,
        payload,
        `${challenge.token}.`,
        `${challenge.token}.x`,
        `${payload}.${mac.slice(0, -1)}`,
        `${payload}.${mac}=`,
        `${payload}=.${mac}`,
        `${encode({ expiresAt: '2099-01-01T00:00:00.000Z' })}.${mac}`,
        `${encode({ browser: '' })}.${mac}`,
        `${payload}.${splitToken(other.token)[1]}`,
        other.token,
        'é'.repeat(100),
      ]
      for (const token of tokens) await expectRefused('challenge_unknown', browser, { ...proof, challenge: token })
    })

    test('when the token is valid but of another shape', async () => {
      const { browser, challenge, account } = await prepareProof()
      const { token: _, ...fields } = challenge
      // Only an older or newer version of this server could have made it: the key is the same.
      const otherToken = writeToken(server.context, { ...fields, browser: 'x', holder: null, id: 'chl_1' })
      await expectRefused('challenge_unknown', browser, { ...(await prove(challenge, account)), challenge: otherToken })
    })

    test('when the message is for another challenge of the same browser', async () => {
      const { browser, challenge, account } = await prepareProof()
      const proof = await prove(challenge, account)
      const other = await browser.challenge()
      await expectRefused('challenge_unknown', browser, { ...proof, challenge: other.token })
    })
  })

  describe('of another server', () => {
    async function signInAcrossServers(to: TestServer, from: TestServer) {
      const browser = openBrowser(from)
      const challenge: Challenge = await browser.challenge()
      const otherBrowser = openBrowser(to)
      for (const [name, value] of browser.cookies) otherBrowser.cookies.set(name.replace('__Host-', ''), value)
      return otherBrowser.post('/api/sessions', { proof: await prove(challenge, newAccount()), keep: true })
    }

    test('are rejected with another secret', async () => {
      const other = await startServer(engine, { secret: 'cd'.repeat(32) })
      expectProblem(await signInAcrossServers(server, other), 'challenge_unknown')
      await other.close()
    })

    test('are rejected with the same secret and another PUBLIC_URL', async () => {
      for (const PUBLIC_URL of ['https://evil.example', 'http://localhost:3001']) {
        const other = await startServer(engine, { environment: { PUBLIC_URL } })
        expectProblem(await signInAcrossServers(server, other), 'domain_mismatch')
        await other.close()
      }
    })
  })
})

/** Into the payload and its authentication code. */
function splitToken(token: string): [string, string] {
  const end = token.lastIndexOf('.')
  return [token.slice(0, end), token.slice(end + 1)]
}
