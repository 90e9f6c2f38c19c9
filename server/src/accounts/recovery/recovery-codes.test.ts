import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RECOVERY_CODES, STEP_UP_NOW_MS, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addEligiblePerson, addPersonWithCodes, expectCodes } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { linkWallet, requestRecovery, requestStepUp, stepUp } from '../../../../test/support/server/wallets.ts'

forDefaultEngine('recovery codes', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const addPerson = () => addEligiblePerson(server)
  const addWithCodes = () => addPersonWithCodes(server)
  const recoverWith = (key: { code?: string; link?: string }, account = newAccount()) =>
    requestRecovery(openBrowser(server), key, account)

  const eventsOf = async (personId: string, kind: string) =>
    (
      await readRows(server, 'SELECT data FROM activity WHERE person_id = ? AND kind = ? ORDER BY id', personId, kind)
    ).map(({ data }) => JSON.parse(String(data)))

  test('creates eight codes of twenty characters in groups of five, shown once and stored as hashes', async () => {
    const { codes, createdAt, me } = await addWithCodes()
    assert.equal(new Set(codes).size, RECOVERY_CODES)
    for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
    assert.equal(createdAt, new Date(server.clock.now).toISOString())
    const rows = await readRows(server, 'SELECT * FROM recovery_code WHERE person_id = ?', me.id)
    assert.equal(rows.length, RECOVERY_CODES)
    const everything = `${JSON.stringify(rows)}${JSON.stringify(await readRows(server, 'SELECT * FROM activity'))}`
    for (const code of codes) {
      assert.ok(!everything.includes(code))
      assert.ok(!everything.includes(code.replaceAll('-', '')))
      assert.ok(!server.logLines.join().includes(code))
    }
    assert.deepEqual(await eventsOf(me.id, 'recovery.codes_created'), [{ codes: RECOVERY_CODES }])
  })

  test('invalidates the previous set when a new one is created', async () => {
    const { browser, account, code, me } = await addWithCodes()
    await stepUp(browser, account, 'recovery.create')
    const { code: fresh } = expectCodes(await browser.post('/api/me/recovery-codes'))
    expectProblem(await recoverWith({ code }), 'recovery_invalid')
    assert.equal(expectStarted(await recoverWith({ code: fresh })).me.id, me.id)
  })

  test('requires a signature for this action from the last minute', async () => {
    const { browser, account } = await addPerson()
    const createCodes = () => browser.post('/api/me/recovery-codes')
    assert.deepEqual(expectProblem(await createCodes(), 'step_up_required').stepUp, { action: 'recovery.create' })
    await stepUp(browser, account, 'recovery.drop')
    expectProblem(await createCodes(), 'step_up_required')
    await stepUp(browser, account, 'recovery.create')
    server.clock.now += STEP_UP_NOW_MS + 1
    expectProblem(await createCodes(), 'step_up_required')
  })

  test('lets the first wallet of the account create codes at once', async () => {
    const browser = openBrowser(server)
    const account = newAccount()
    expectStarted(await signIn(browser, account))
    await stepUp(browser, account, 'recovery.create')
    assert.equal(expectCodes(await browser.post('/api/me/recovery-codes')).codes.length, RECOVERY_CODES)
  })

  test('rejects creation by a wallet that is too new and keeps the existing codes', async () => {
    const { browser, account, code, me } = await addWithCodes()
    const added = newAccount()
    await linkWallet(browser, account, added)
    const { until } = expectProblem(await requestStepUp(browser, added, 'recovery.create'), 'wallet_too_new')
    assert.equal(until, new Date(server.clock.now + WALLET_NEW_MS).toISOString())
    assert.equal(expectStarted(await recoverWith({ code })).me.id, me.id)
  })

  test('deletes the codes after a step-up', async () => {
    const { browser, account, code, me } = await addWithCodes()
    for (let count = 0; count < 2; count++) {
      await stepUp(browser, account, 'recovery.drop')
      assert.equal((await browser.delete('/api/me/recovery-codes')).status, 204)
    }
    assert.equal((await eventsOf(me.id, 'recovery.codes_dropped')).length, 1)
    expectProblem(await recoverWith({ code }), 'recovery_invalid')
  })
})
