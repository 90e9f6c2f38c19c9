import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setupCode } from '../../server/src/operations/setup/setup.ts'
import { dropDatabase } from '../support/database/drop-database.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { changeRows } from '../support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../support/server/responses.ts'
import { startServer, type TestServer } from '../support/server/server.ts'
import { setupBody } from '../support/server/set-up.ts'

forDefaultEngine('the log', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine, { withoutOwner: true })
  })
  after(() => server.close())

  test('contains no secret of a full user journey at debug level', async () => {
    const secrets = new Map<string, string>()
    const addSecret = (name: string, value: string | undefined) => secrets.set(`${name} ${secrets.size}`, value ?? '')
    const browser = openBrowser(server)
    const account = newAccount()
    const code = await setupCode(server.context)
    addSecret('setup code', code)

    const setupChallenge = await browser.challenge('setup')
    const proof = await prove(setupChallenge, account)
    const body = await setupBody(server, proof)
    expectProblem(
      await browser.post('/api/setup', { ...body, setupCode: code.toLowerCase().slice(1) }),
      'setup_code_invalid',
    )
    addSecret('setup code as typed', code.toLowerCase().slice(1))
    expectProblem(
      await browser.post('/api/setup', { ...body, proof: { ...proof, signature: `${proof.signature}00` } }),
      'network_not_configured',
    )
    expectStarted(await browser.post('/api/setup', body))
    const challenge = await browser.challenge()
    const again = await prove(challenge, account)
    const twice = { proof: again, keep: true }
    const key = { 'idempotency-key': challenge.id }
    expectStarted(await browser.post('/api/sessions', twice, key))
    addSecret('session token', browser.cookies.get('cs'))
    expectStarted(await browser.post('/api/sessions', twice, key))
    expectProblem(await browser.post('/api/sessions', twice), 'challenge_used')
    expectProblem(await openBrowser(server).post('/api/sessions', twice), 'challenge_other_browser')
    expectProblem(
      await browser.call({ method: 'POST', path: '/api/sessions', raw: JSON.stringify(twice).slice(0, -1) }),
      'bad_request',
    )
    expectProblem(await browser.post('/api/sessions', { ...twice, x: again.signature }), 'invalid_body')
    await browser.get(`/home?token=${again.signature}#x`)
    for (const one of [proof, again]) {
      addSecret('signature', one.signature)
      addSecret('signature without 0x', one.signature.slice(2))
      addSecret('challenge token', one.challenge)
      addSecret('message', one.message)
    }
    for (const one of [setupChallenge, challenge]) addSecret('nonce', one.nonce)
    for (const [name, value] of browser.cookies) addSecret(`cookie ${name}`, value)
    await changeRows(server, "UPDATE session SET ended_at = 1, end_reason = 'nonsense'")
    expectProblem(await browser.get('/api/session'), 'internal')
    expectProblem(await signIn(browser, account), 'internal')
    await dropDatabase(server)
    expectProblem(await browser.get('/api/session'), 'db_unavailable')
    await browser.get('/home')

    const lines = server.logLines.join('')
    assert.ok(server.logLines.length > 30)
    assert.deepEqual(
      [...secrets].filter(([, secret]) => secret === '' || lines.includes(secret)).map(([name]) => name),
      [],
    )
  })

  test('is one JSON object per line with a time, a level and a message', () => {
    for (const line of server.logLines) {
      const { time, level, message } = JSON.parse(line)
      assert.match(time, /^2026-11-15T10:00:00\.000Z$/)
      assert.match(level, /^(?:debug|info|warn|error)$/)
      assert.match(message, /^[a-z][a-z ,:]+$/)
      assert.equal(line.indexOf('\n'), line.length - 1)
    }
  })

  test('cannot be split into another line by request data', async () => {
    const other = await startServer(engine)
    await openBrowser(other).get('/a%0a%22level%22:%22error%22', { 'user-agent': 'x"y' })
    for (const line of other.logLines) JSON.parse(line)
    await other.close()
  })
})
