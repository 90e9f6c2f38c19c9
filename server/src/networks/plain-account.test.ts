import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Behavior, startNode } from '../../../test/support/chain/fake-node.ts'
import { MAGIC, proveAsContract } from '../../../test/support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectStarted } from '../../../test/support/server/responses.ts'
import { startServer } from '../../../test/support/server/server.ts'

const BAD: Behavior[] = [
  'slow',
  'stalled',
  'rate-limited',
  'rate-limited-by-code',
  'broken',
  'megabytes',
  'packed',
  'redirect',
  'html',
  'wrong-id',
  'garbage',
  'empty',
  'both',
  'neither',
  'cut-off',
]

forDefaultEngine('key accounts with a single bad endpoint', (engine) => {
  const cases: [string, Behavior, string][] = [
    ...BAD.map((behavior): [string, Behavior, string] => [`sign in when the endpoint is ${behavior}`, behavior, '0x1']),
    ['sign in when the endpoint serves another chain', 'table', '0x5'],
  ]
  for (const [title, behavior, chainId] of cases) {
    test(title, async () => {
      const node = await startNode(chainId, behavior)
      // Only the test ends a call, so a sign-in that waited for the node would never finish.
      const ended = new AbortController()
      const server = await startServer(engine, {
        environment: { RPC_1: node.url },
        nodeDeadline: () => ended.signal,
      })
      const { me } = expectStarted(await signIn(openBrowser(server), newAccount()))
      assert.match(me.id, /^per_/)
      ended.abort()
      await server.context.background.settled()
      assert.equal(node.calledMethods.includes('eth_getCode'), false)
      await server.close()
      await node.die()
    })
  }

  test('sign in when the endpoint approves everything, and a contract it approves is another person', async () => {
    const node = await startNode('0x1')
    node.table.set('eth_getCode', { result: '0x6001' })
    node.table.set('eth_call', { result: MAGIC.padEnd(66, '0') })
    const victim = newAccount()
    const server = await startServer(engine, { environment: { RPC_1: node.url, OWNER_WALLETS: victim.address } })
    const { me } = expectStarted(await signIn(openBrowser(server), victim))
    await server.context.background.settled()
    const callsBefore = node.calledMethods.length
    const thief = newAccount()
    const sign = (message: string) => thief.signMessage({ message })
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), {
      address: victim.address,
      chainId: 1,
      signature: sign,
    })
    const started = expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    assert.deepEqual(node.calledMethods.slice(callsBefore), ['eth_getCode', 'eth_call'])
    assert.equal(started.session.wallet.account, `eip155:1:${victim.address.toLowerCase()}`)
    assert.notEqual(started.me.id, me.id)
    assert.deepEqual([me.role, started.me.role], ['owner', 'member'])
    const again = expectStarted(await signIn(openBrowser(server), victim))
    assert.equal(again.me.id, me.id)
    await server.close()
    await node.die()
  })

  test('sign in when the endpoint is down', async () => {
    const node = await startNode()
    await node.die()
    const server = await startServer(engine, { environment: { RPC_1: node.url } })
    expectStarted(await signIn(openBrowser(server), newAccount()))
    await server.context.background.settled()
    await server.close()
  })
})
