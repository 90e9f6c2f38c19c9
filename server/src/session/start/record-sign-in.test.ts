import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { removeFirstOwner } from '../../../../test/support/database/first-owner.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { type HttpResponse, newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { setupBody } from '../../../../test/support/server/set-up.ts'
import { setupCode } from '../../operations/setup/setup.ts'

forEachEngine('audit of failed sign-ins', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function lastEvent() {
    await server.context.background.settled()
    const [last] = await readRows(
      server,
      'SELECT kind, outcome, code, actor, person_id, ip FROM activity ORDER BY id DESC LIMIT 1',
    )
    return last
  }

  async function countEvents(): Promise<number> {
    await server.context.background.settled()
    const [row] = await readRows(server, 'SELECT count(*) AS n FROM activity')
    return Number(row?.n)
  }

  type Attempt = () => Promise<HttpResponse>
  const signInProof = async () => {
    const browser = openBrowser(server)
    return { browser, proof: await prove(await browser.challenge(), newAccount()) }
  }
  const send = (browser: ReturnType<typeof openBrowser>, proof: unknown) =>
    browser.post('/api/sessions', { proof, keep: true })

  const SIGN_INS: Record<string, Attempt> = {
    message_malformed: async () => {
      const { browser, proof } = await signInProof()
      return send(browser, { ...proof, message: `${proof.message}\n` })
    },
    challenge_unknown: async () => {
      const { browser, proof } = await signInProof()
      return send(browser, { ...proof, challenge: `${proof.challenge.split('.')[0]}.${'A'.repeat(43)}` })
    },
    challenge_other_browser: async () => {
      const { proof } = await signInProof()
      return send(openBrowser(server), proof)
    },
    purpose_not_allowed: async () => {
      const browser = openBrowser(server)
      return send(browser, await prove(await browser.challenge('recover'), newAccount()))
    },
    challenge_expired: async () => {
      const { browser, proof } = await signInProof()
      server.clock.now += CHALLENGE_TTL_MS
      return send(browser, proof)
    },
    signature_invalid: async () => {
      const { browser, proof } = await signInProof()
      return send(browser, { ...proof, signature: await newAccount().signMessage({ message: proof.message }) })
    },
  }

  for (const [code, attempt] of Object.entries(SIGN_INS))
    test(`records a sign-in rejected with ${code}`, async () => {
      const before = await countEvents()
      expectProblem(await attempt(), code as Parameters<typeof expectProblem>[1]) // a key of the table above
      const { ip, ...event } = (await lastEvent()) ?? {}
      assert.deepEqual(event, { kind: 'sign_in.refused', outcome: 'refused', code, actor: 'visitor', person_id: null })
      assert.match(String(ip), /^10\./)
      assert.equal(await countEvents(), before + 1)
    })

  async function setUp(setupCode: string, by = openBrowser(server)): Promise<HttpResponse> {
    const proof = await prove(await openBrowser(server).challenge('setup'), newAccount())
    return by.post('/api/setup', { ...(await setupBody(server, proof)), setupCode })
  }

  test('records a rejected setup', async () => {
    await removeFirstOwner(server.context.store)
    const attempts = [
      ['setup_code_invalid', () => setUp('WRONG')],
      ['challenge_other_browser', async () => setUp(await setupCode(server.context))],
    ] as const
    for (const [code, attempt] of attempts) {
      expectProblem(await attempt(), code)
      const { ip, ...event } = (await lastEvent()) ?? {}
      assert.deepEqual(event, { kind: 'setup.refused', outcome: 'refused', code, actor: 'visitor', person_id: null })
      assert.match(String(ip), /^10\./)
    }
  })
})
