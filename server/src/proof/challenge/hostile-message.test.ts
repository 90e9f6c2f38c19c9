import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageFor } from '@countersign/contract/message/message.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows, type RowCounts } from '../../../../test/support/database/rows.ts'
import { exampleMessage, type HostileMessage, hostileMessages } from '../../../../test/support/hostile-messages.ts'
import { type Browser, newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

forDefaultEngine('signed messages with unexpected content', (engine) => {
  const account = newAccount()
  let server: TestServer
  let browser: Browser
  let challenge: Challenge
  let hostileOnes: HostileMessage[]
  let empty: RowCounts

  before(async () => {
    server = await startServer(engine)
    browser = openBrowser(server)
    challenge = await browser.challenge()
    hostileOnes = hostileMessages(messageFor(challenge, { namespace: 'eip155', chain: '1', address: account.address }))
    empty = await countRows(server)
  })
  after(() => server.close())

  for (const [index, { title }] of hostileMessages(exampleMessage).entries()) {
    test(`are rejected: ${title}`, async () => {
      const hostile = hostileOnes[index]
      assert.ok(hostile)
      const response = await browser.post(
        '/api/sessions',
        {
          proof: {
            namespace: 'eip155',
            challenge: challenge.token,
            account: hostile.account,
            message: hostile.text,
            signature: await account.signMessage({ message: hostile.text }),
          },
          keep: true,
        },
        { 'x-forwarded-for': `10.200.${index >> 8}.${index & 255}` },
      )
      expectProblem(response, hostile.code)
      assert.equal(response.headers['set-cookie'], undefined)
      assert.deepEqual(await countRows(server), empty)
    })
  }

  test('leave the challenge unused, so that the correct message is still accepted', async () => {
    const response = await browser.post('/api/sessions', { proof: await prove(challenge, account), keep: true })
    assert.equal(expectStarted(response).session.wallet.address, account.address)
  })

  test('are rejected by size before parsing', async () => {
    const proof = { ...(await prove(await browser.challenge(), account)), message: 'URI: '.repeat(9000) }
    const problem = expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'invalid_body')
    assert.deepEqual(problem.fields, [{ path: '/proof/message', code: 'too_big' }])
    const larger = { ...proof, message: 'URI: '.repeat(13_000) }
    expectProblem(await browser.post('/api/sessions', { proof: larger, keep: true }), 'payload_too_large')
  })
})
