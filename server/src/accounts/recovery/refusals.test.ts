import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_RECOVERY_PER_ADDRESS } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPersonWithCodes, createLink } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { addMaximumWallets, fetchChallenge, requestRecovery } from '../../../../test/support/server/wallets.ts'

forDefaultEngine('recovery errors', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const withCodes = () => addPersonWithCodes(server)
  const recoverWith = (key: { code?: string; link?: string }, account = newAccount()) =>
    requestRecovery(openBrowser(server), key, account)

  test('returns the same error for every invalid key and records the attempt only', async () => {
    const { code, me } = await withCodes()
    const { token } = await createLink(server, me.id)
    const rows = await countRows(server)
    const wrong = [
      { code: `${code}0` },
      { code: code.slice(0, -1) },
      { code: 'é'.repeat(20) },
      { code: token },
      { link: 'A'.repeat(27) },
      { code, link: token },
      {},
    ]
    const problems = new Set<string>()
    for (const key of wrong) {
      const { traceId, ...rest } = expectProblem(await recoverWith(key), 'recovery_invalid')
      problems.add(JSON.stringify(rest))
    }
    assert.equal(problems.size, 1)
    assert.deepEqual(await countRows(server), rows)
    await server.context.background.settled()
    const refused = "SELECT actor, person_id, data FROM activity WHERE kind = 'recovery.refused' AND at = ?"
    assert.deepEqual(
      await readRows(server, refused, server.clock.now),
      wrong.map(() => ({ actor: 'visitor', person_id: null, data: '{}' })),
    )
  })

  test('rejects a wallet of another person, a linked wallet or one wallet too many, and keeps the code valid', async () => {
    const { code, account, me } = await withCodes()
    const otherAccount = newAccount()
    expectStarted(await signIn(openBrowser(server), otherAccount))
    expectProblem(await recoverWith({ code }, otherAccount), 'wallet_in_use')
    expectProblem(await recoverWith({ code }, account), 'wallet_already_yours')
    await addMaximumWallets(server, me.id)
    expectProblem(await recoverWith({ code }), 'wallet_limit')
    await changeRows(server, "DELETE FROM wallet WHERE person_id = ? AND linked_via = 'link'", me.id)
    expectStarted(await recoverWith({ code }))
  })

  test('rejects a suspended person and keeps the code valid', async () => {
    const { code, me } = await withCodes()
    const setStatus = (status: string) => changeRows(server, 'UPDATE person SET status = ? WHERE id = ?', status, me.id)
    await setStatus('suspended')
    const rows = await countRows(server)
    expectProblem(await recoverWith({ code }), 'person_suspended')
    assert.deepEqual(await countRows(server), rows)
    await setStatus('deleted')
    expectProblem(await recoverWith({ code }), 'recovery_invalid')
    await setStatus('active')
    expectStarted(await recoverWith({ code }))
  })

  test('rejects a signature by another key and keeps the code valid', async () => {
    const { code } = await withCodes()
    const browser = openBrowser(server)
    const proof = await prove(await fetchChallenge(browser, 'recover'), newAccount())
    const signature = await newAccount().signMessage({ message: proof.message })
    const body = { proof: { ...proof, signature }, keep: true, code }
    expectProblem(await browser.post('/api/recoveries', body), 'signature_invalid')
    expectStarted(await recoverWith({ code }))
  })

  test(`rate-limits after ${RATE_RECOVERY_PER_ADDRESS.burst} attempts an hour from one IP address`, async () => {
    const browser = openBrowser(server)
    for (let count = 0; count < RATE_RECOVERY_PER_ADDRESS.burst; count++)
      expectProblem(await requestRecovery(browser, { code: 'WRONG' }), 'recovery_invalid')
    expectProblem(await requestRecovery(browser, { code: 'WRONG' }), 'rate_limited')
  })
})
