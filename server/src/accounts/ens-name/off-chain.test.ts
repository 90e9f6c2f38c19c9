import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { encodeErrorResult, parseAbi } from 'viem'
import { callFor, createEnsScript, RESOLVER, setPrimaryName } from '../../../../test/support/chain/ens-names.ts'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const LOOKUP = parseAbi(['error OffchainLookup(address sender, string[] urls, bytes data, bytes4 back, bytes extra)'])

forDefaultEngine('off-chain ENS names (CCIP-Read)', (engine) => {
  let node: FakeNode
  let server: TestServer
  const requests: (string | undefined)[] = []
  const gateway = createServer(({ url }, response) => {
    requests.push(url)
    response.end('{"data":"0x"}')
  })

  before(async () => {
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    node = await startNode('0x1')
    server = await startServer(engine, { environment: { RPC_1: node.url } })
  })
  after(async () => {
    await server.close()
    await node.die()
    await new Promise((resolve) => gateway.close(resolve))
  })

  /** The OffchainLookup error of EIP-3668. */
  function lookup(): string {
    const { port } = gateway.address() as AddressInfo // a TCP server's address is never a string
    const urls = [`http://127.0.0.1:${port}/{sender}/{data}.json`]
    return encodeErrorResult({ abi: LOOKUP, args: [RESOLVER, urls, '0x1234', '0xdeadbeef', '0x'] })
  }

  test('resolves to no name and sends no request to the gateway', async () => {
    const account = newAccount()
    const names = createEnsScript()
    setPrimaryName(names, account.address, 'ada.eth')
    node.table.set('eth_call', ([call]) => {
      const { to, data } = call as { to: string; data: string } // our own server wrote it
      const answer = names.answers.get(`${to} ${data}`)
      if (`${to} ${data}` === callFor('resolve', 'ada.eth'))
        return { error: { code: 3, message: 'execution reverted', data: lookup() } }
      return answer && 'value' in answer ? { result: answer.value } : { result: `0x${'0'.repeat(64)}` }
    })
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, account))
    await server.context.background.settled()
    assert.deepEqual(
      node.calledMethods.filter((method) => method === 'eth_call'),
      Array(2).fill('eth_call'),
    )
    assert.equal(expectSession(await browser.get('/api/session')).session.wallet.ens, null)
    assert.deepEqual(requests, [])
  })
})
