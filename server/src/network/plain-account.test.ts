import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startedOf } from '../../../test/support/answers.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/engines.ts'
import { type Behaviour, startNode } from '../../../test/support/fake-node.ts'
import { startServer } from '../../../test/support/server.ts'

const BAD: Behaviour[] = [
  'slow',
  'rate-limited',
  'broken',
  'megabytes',
  'redirect',
  'html',
  'wrong-id',
  'garbage',
  'cut-off',
]

forEachEngine('a plain account signs in although the only endpoint', (engine) => {
  const cases: [string, Behaviour, string][] = [
    ...BAD.map((behaviour): [string, Behaviour, string] => [`is ${behaviour}`, behaviour, '0x1']),
    ['is of another chain', 'table', '0x5'],
  ]
  for (const [what, behaviour, chainId] of cases) {
    test(what, async () => {
      const node = await startNode(chainId, behaviour)
      // Nothing but the test ends a question, so whoever waited for the node would wait for ever.
      const ended = new AbortController()
      const server = await startServer(engine, {
        environment: { RPC_1: node.url },
        nodeDeadline: () => ended.signal,
      })
      const { me } = startedOf(await signIn(openBrowser(server), newAccount()))
      assert.match(me.id, /^per_/)
      ended.abort()
      await server.context.background.settled()
      assert.equal(node.asked.includes('eth_getCode'), false)
      await server.close()
      await node.die()
    })
  }

  test('is dead', async () => {
    const node = await startNode()
    await node.die()
    const server = await startServer(engine, { environment: { RPC_1: node.url } })
    startedOf(await signIn(openBrowser(server), newAccount()))
    await server.context.background.settled()
    await server.close()
  })
})
