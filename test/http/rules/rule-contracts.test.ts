import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  type Abi,
  type Address,
  labelhash,
  namehash,
  pad,
  toEventSelector,
  toFunctionSelector,
  toHex,
  zeroHash,
} from 'viem'
import { roleId } from '../../support/chain/access-contracts.ts'
import { readContract } from '../../support/chain/compile-contracts.ts'
import { DELEGATE_REGISTRY } from '../../support/chain/delegation-contracts.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { newAccount } from '../../support/server/http-browser.ts'
import { until } from '../../support/until.ts'

const GAS = 300_000
const newAddress = (): Address => newAccount().address

let chain: Chain
let contracts: RuleContracts
let alice: Address
let bob: Address

before(async () => {
  chain = await startChain()
  contracts = deployRuleContracts(chain)
})
after(() => chain?.stop())
beforeEach(() => {
  alice = newAddress()
  bob = newAddress()
})

/** The result of a call, or the message of its error. */
async function call(to: Address, data: string, { url = chain.url, gas = GAS, block = 'latest' } = {}): Promise<string> {
  const params = [{ to, data, gas: `0x${gas.toString(16)}` }, block]
  const { result, error } = await rpc(url, 'eth_call', params)
  return typeof result === 'string' ? result : String(error?.message)
}

type RpcAnswer = { result?: unknown; error?: { code: number; message: string } }

async function rpc(url: string, method: string, params: unknown[] = []): Promise<RpcAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (response.status !== 200) throw new Error(`HTTP status ${response.status}`)
  return (await response.json()) as RpcAnswer // tests read what they expect
}

const SELECTORS = {
  balanceOf: toFunctionSelector('balanceOf(address)'),
  name: toFunctionSelector('name()'),
}
const balanceCall = (holder: Address) => `${SELECTORS.balanceOf}${pad(holder).slice(2)}`

describe('tokens', () => {
  for (const decimals of [18, 6])
    test(`ERC-20 with ${decimals} decimals counts what was minted, transferred and burned`, async () => {
      const token = await contracts.erc20({ decimals })
      await token.mint(alice, 10n)
      const minted = await contracts.getBlockNumber()
      await token.transfer(alice, bob, 4n)
      await token.burn(bob, 1n)
      assert.equal(await token.read('decimals'), decimals)
      assert.deepEqual([await token.balanceOf(alice), await token.balanceOf(bob)], [6n, 3n])
      assert.equal(await token.balanceOf(alice, minted), 10n)
    })

  for (const kind of ['erc721', 'erc721Enumerable'] as const)
    test(`${kind} knows the owner of a token, and reverts without one`, async () => {
      const token = await contracts[kind]()
      await token.mint(alice, 7n)
      await token.transfer(alice, bob, 7n)
      assert.deepEqual([await token.balanceOf(alice), await token.balanceOf(bob)], [0n, 1n])
      assert.equal(await token.ownerOf(7n), bob)
      await token.burn(7n)
      await assert.rejects(token.ownerOf(7n))
      assert.equal(await token.read('supportsInterface', ['0x80ac58cd']), true)
      assert.equal(await token.read('supportsInterface', ['0x780e9d63']), kind === 'erc721Enumerable')
    })

  test('ERC-1155 counts each id', async () => {
    const token = await contracts.erc1155()
    await token.mintBatch(alice, [1n, 2n], [3n, 4n])
    await token.mint(alice, 5n)
    await token.transfer(alice, bob, 2n, 3n)
    await token.burn(alice, 5n)
    const balances = await token.read('balanceOfBatch', [
      [alice, alice, bob, alice],
      [1n, 2n, 2n, 5n],
    ])
    assert.deepEqual(balances, [3n, 1n, 3n, 0n])
  })

  test('many holders are served in a few transactions', async () => {
    const holders = Array.from({ length: 600 }, (_, index) => pad(toHex(0xabc000 + index), { size: 20 }))
    const last = holders.at(-1) ?? alice
    const [coin, cats, items] = await Promise.all([contracts.erc20(), contracts.erc721(), contracts.erc1155()])
    await coin.mintEach(holders, 2n)
    await cats.mintEach(holders, 10n)
    await items.mintEach(holders, 3n, 4n)
    await contracts.fundEach(holders, 5n)
    assert.deepEqual([await coin.balanceOf(last), await items.balanceOf(last, 3n)], [2n, 4n])
    assert.equal((await cats.ownerOf(609n)).toLowerCase(), last)
    assert.equal((await rpc(chain.url, 'eth_getBalance', [last, 'latest'])).result, '0x5')
  })

  test('votes count once they are delegated', async () => {
    const token = await contracts.votes()
    await token.mint(alice, 5n)
    assert.equal(await token.getVotes(alice), 0n)
    await token.delegate(alice, bob)
    assert.deepEqual([await token.getVotes(alice), await token.getVotes(bob)], [0n, 5n])
  })

  test('a token behind a proxy changes with its implementation', async () => {
    const token = await contracts.upgradeableToken()
    await token.mint(alice, 2n)
    assert.deepEqual([await token.balanceOf(alice), await token.balanceOf(bob)], [2n, 0n])
    // keccak256("eip1967.proxy.implementation") - 1
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
    const stored = await rpc(chain.url, 'eth_getStorageAt', [token.address, slot, 'latest'])
    assert.equal(stored.result, pad(token.implementation).toLowerCase())
    await token.upgradeToGenerous()
    assert.equal(await token.balanceOf(bob), 10n ** 18n)
    await token.upgradeToPaused()
    await assert.rejects(token.balanceOf(alice))
  })
})

describe('roles, owners, hats, keys and POAPs', () => {
  test('AccessControl and AccessManager grant and revoke roles', async () => {
    const control = await contracts.accessControl()
    const role = roleId('MEMBER_ROLE')
    await control.grantRole(role, alice)
    assert.deepEqual([await control.hasRole(role, alice), await control.hasRole(role, bob)], [true, false])
    await control.revokeRole(role, alice)
    assert.equal(await control.hasRole(role, alice), false)

    const manager = await contracts.accessManager()
    await manager.grantRole(42n, alice, 60)
    assert.deepEqual(await manager.hasRole(42n, alice), [true, 60])
    assert.deepEqual(await manager.hasRole(42n, bob), [false, 0])
    await manager.revokeRole(42n, alice)
    assert.deepEqual(await manager.hasRole(42n, alice), [false, 0])
  })

  test('a Safe adds and removes owners', async () => {
    const owner = newAccount()
    const safe = await contracts.safe(owner)
    const { receipt } = await safe.addOwner(alice)
    assert.equal(receipt?.logs[0]?.topics[0], toEventSelector('AddedOwner(address)'))
    assert.deepEqual([await safe.isOwner(owner.address), await safe.isOwner(alice)], [true, true])
    await safe.removeOwner(owner.address)
    await safe.addOwner(bob)
    await safe.removeOwner(alice)
    assert.deepEqual([await safe.isOwner(owner.address), await safe.isOwner(alice)], [false, false])
    assert.equal(await safe.isOwner(bob), true)
  })

  test('a hat counts while it is active and its wearer is eligible', async () => {
    const hats = await contracts.hats()
    const hat = 1n << 224n
    await hats.mintHat(hat, alice)
    assert.deepEqual([await hats.isWearerOfHat(alice, hat), await hats.isWearerOfHat(bob, hat)], [true, false])
    await hats.setActive(hat, false)
    assert.equal(await hats.isWearerOfHat(alice, hat), false)
    await hats.setActive(hat, true)
    await hats.setWearerStatus(hat, alice, { eligible: true, standing: false })
    assert.equal(await hats.isWearerOfHat(alice, hat), false)
    await hats.setWearerStatus(hat, alice, { eligible: true, standing: true })
    await hats.transferHat(hat, alice, bob)
    assert.deepEqual([await hats.isWearerOfHat(alice, hat), await hats.isWearerOfHat(bob, hat)], [false, true])
  })

  test('a hat asks a module of anybody, which may burn the gas', async () => {
    const hats = await contracts.hats()
    await hats.mintHat(1n, alice)
    await hats.setEligibility(1n, await contracts.hostile.answersBytes(64))
    await assert.rejects(hats.isWearerOfHat(alice, 1n), 'the words are no booleans')
    await hats.setEligibility(1n, await contracts.hostile.burnsGas())
    assert.equal(await hats.isWearerOfHat(alice, 1n), true, 'with 1/64 of a lot of gas it falls back to the standing')
  })

  test('a key of a lock counts until it expires', async () => {
    const lock = await contracts.lock()
    const key = await lock.grantKey(alice)
    assert.deepEqual([await lock.getHasValidKey(alice), await lock.getHasValidKey(bob)], [true, false])
    await lock.expireKey(key)
    assert.equal(await lock.getHasValidKey(alice), false)
    await lock.grantKey(bob, (await contracts.getTimestamp()) + 100n)
    assert.equal(await lock.getHasValidKey(bob), true)
    await contracts.increaseTime(200)
    assert.equal(await lock.getHasValidKey(bob), false)
  })

  test('POAPs are listed with their events', async () => {
    const poap = await contracts.poap()
    const first = await poap.mint(100n, alice)
    const second = await poap.mint(200n, alice)
    assert.equal(await poap.balanceOf(alice), 2n)
    assert.deepEqual(await poap.detailsAt(alice, 0n), [first, 100n])
    assert.deepEqual(await poap.detailsAt(alice, 1n), [second, 200n])
    await poap.transfer(alice, bob, second)
    await poap.burn(first)
    assert.deepEqual([await poap.balanceOf(alice), await poap.balanceOf(bob)], [0n, 1n])
    await assert.rejects(poap.detailsAt(alice, 0n))
  })
})

describe('attestations', () => {
  test('are found through the indexer, and can be revoked', async () => {
    const eas = await contracts.eas()
    const attester = newAddress()
    const schema = await eas.registerSchema('bool isMember')
    const expires = (await contracts.getTimestamp()) + 1000n
    const uid = await eas.attest({ schema, recipient: alice, attester, expires })
    const hidden = await eas.attest({ schema, recipient: alice, attester, indexed: false })
    assert.deepEqual(await eas.receivedUids(alice, schema), [uid])
    const { recipient, attester: by, revocationTime, expirationTime } = await eas.getAttestation(uid)
    assert.deepEqual([recipient, by, revocationTime, expirationTime], [alice, attester, 0n, expires])
    await eas.index(hidden)
    assert.deepEqual(await eas.receivedUids(alice, schema), [hidden, uid])
    await assert.rejects(eas.revoke(schema, uid, bob))
    await eas.revoke(schema, uid, attester)
    assert.equal((await eas.getAttestation(uid)).revocationTime, await contracts.getTimestamp())
  })
})

describe('delegations', () => {
  test('of a vault cover everything, a contract or a token', async () => {
    const registry = await contracts.delegateRegistry()
    const [vault, wallet, token] = [alice, bob, newAddress()]
    const rights = toHex('countersign', { size: 32 })
    assert.equal(registry.address, DELEGATE_REGISTRY)
    const check = (name: string, ...args: unknown[]) => registry.read(name, [wallet, vault, ...args])

    await registry.delegateErc721({ vault, wallet, rights }, token, 5n)
    assert.equal(await check('checkDelegateForERC721', token, 5n, rights), true)
    assert.equal(await check('checkDelegateForERC721', token, 6n, rights), false)
    assert.equal(await check('checkDelegateForERC721', token, 5n, zeroHash), false)
    await registry.delegateErc20({ vault, wallet }, token, 30n)
    assert.equal(await check('checkDelegateForERC20', token, rights), 30n)
    await registry.delegateErc1155({ vault, wallet }, { token, tokenId: 9n, amount: 3n })
    assert.equal(await check('checkDelegateForERC1155', token, 9n, zeroHash), 3n)
    await registry.delegateErc1155({ vault, wallet }, { token, tokenId: 9n, amount: 0n })
    assert.equal(await check('checkDelegateForERC1155', token, 9n, zeroHash), 0n)
    await registry.delegateContract({ vault, wallet }, token)
    assert.equal(await check('checkDelegateForContract', token, zeroHash), true)
    assert.equal(await check('checkDelegateForERC20', token, rights), 2n ** 256n - 1n)
    assert.equal(await registry.checkAll(wallet, vault), false)
    await registry.delegateAll({ vault, wallet })
    assert.deepEqual([await registry.checkAll(wallet, vault), await registry.checkAll(vault, wallet)], [true, false])
    await registry.delegateAll({ vault, wallet, enable: false })
    assert.equal(await registry.checkAll(wallet, vault), false)
  })
})

describe('ENS', () => {
  test('names have owners until they expire', async () => {
    const ens = await contracts.ens()
    await ens.register('alice.eth', alice, 1000)
    await ens.registerWrapped('bob.eth', bob, 1000)
    await ens.createName('sub.alice.eth', alice)
    await ens.setOwner('sub.alice.eth', bob)
    const registered = (name: string) => ens.registrar.read('ownerOf', [BigInt(labelhash(name))])
    const wrapped = (name: string) => ens.wrapper.read('ownerOf', [BigInt(namehash(name))])
    assert.equal(await ens.registry.read('owner', [namehash('alice.eth')]), alice)
    assert.equal(await ens.registry.read('owner', [namehash('sub.alice.eth')]), bob)
    assert.equal(await registered('alice'), alice)
    assert.deepEqual([await registered('bob'), await wrapped('bob.eth')], [ens.wrapper.address, bob])
    await ens.transfer(alice, bob, 'alice.eth')
    await ens.transferWrapped(bob, alice, 'bob.eth')
    assert.deepEqual([await registered('alice'), await wrapped('bob.eth')], [bob, alice])
    await contracts.increaseTime(2000)
    await assert.rejects(registered('alice'))
    assert.equal(await wrapped('bob.eth'), pad('0x', { size: 20 }))
  })

  test('a primary name resolves both ways', async () => {
    const ens = await contracts.ens()
    await ens.setPrimaryName(alice, 'carol.eth')
    const reverse = namehash(`${alice.slice(2).toLowerCase()}.addr.reverse`)
    assert.equal(await ens.registry.read('resolver', [reverse]), ens.resolver.address)
    assert.equal(await ens.resolver.read('name', [reverse]), 'carol.eth')
    assert.equal(await ens.resolver.read('addr', [namehash('carol.eth')]), alice)
    const { address } = ens.resolver
    assert.deepEqual(await ens.universalResolver.read('reverse', [alice, 60n]), ['carol.eth', address, address])
  })
})

describe('stand-ins', () => {
  /** Selectors and topics of the deployed contracts. */
  const SIGNATURES: Record<string, Record<string, string>> = {
    TestHats: { isWearerOfHat: '0x4352409a' },
    TestLock: { getHasValidKey: '0x6d8ea5b4' },
    TestPoap: { tokenDetailsOfOwnerByIndex: '0x67e971ce', tokenEvent: '0x127a5298' },
    TestVotes: { getVotes: '0x9ab24eb0' },
    TestEnsRegistry: { owner: '0x02571be3', resolver: '0x0178b8bf' },
    TestEnsRegistrar: { ownerOf: '0x6352211e', nameExpires: '0xd6e4fa86' },
    TestNameWrapper: { ownerOf: '0x6352211e', getData: '0x0178fe3f' },
    TestEnsResolver: { addr: '0x3b3b57de', name: '0x691f3431' },
    TestUniversalResolver: { resolve: '0x9061b923', reverse: '0x5d78a217' },
    TestUniversalResolverV2: { ROOT_REGISTRY: '0xc92cc49a' },
    TestNameRegistry: { getSubregistry: '0x35af6216', getState: '0x44c9af28', register: '0x85f3e643' },
    TestGraveyard: { NAME_WRAPPER: '0x192cf07d' },
    TestMigrationController: { NAME_WRAPPER: '0x192cf07d' },
    TestDelegateRegistry: {
      checkDelegateForAll: '0xe839bd53',
      checkDelegateForContract: '0x8988eea9',
      checkDelegateForERC721: '0xb9f36874',
      checkDelegateForERC20: '0xba63c817',
      checkDelegateForERC1155: '0xb8705875',
      delegateAll: '0x30ff3140',
      delegateContract: '0xd90e73ab',
      delegateERC721: '0xb18e2bbb',
      delegateERC20: '0x003c2ba6',
      delegateERC1155: '0xab764683',
    },
  }

  for (const [contract, functions] of Object.entries(SIGNATURES))
    test(`${contract} has the selectors of the real contract`, () => {
      const { abi } = readContract(contract)
      const found = Object.keys(functions).map((name) => [name, selectorOf(abi, name)])
      assert.deepEqual(Object.fromEntries(found), functions)
    })

  test('the delegate registry emits the events of the real contract', () => {
    const { abi } = readContract('TestDelegateRegistry')
    const events = abi.flatMap((item) => (item.type === 'event' ? [[item.name, toEventSelector(item)]] : []))
    assert.deepEqual(Object.fromEntries(events), {
      DelegateAll: '0xda3ef6410e30373a9137f83f9781a8129962b6882532b7c229de2e39de423227',
      DelegateContract: '0x021be15e24de4afc43cfb5d0ba95ca38e0783571e05c12bbe6aece8842ae82df',
      DelegateERC721: '0x15e7a1bdcd507dd632d797d38e60cc5a9c0749b9a63097a215c4d006126825c6',
      DelegateERC20: '0x6ebd000dfc4dc9df04f723f827bae7694230795e8f22ed4af438e074cc982d18',
      DelegateERC1155: '0x27ab1adc9bca76301ed7a691320766dfa4b4b1aa32c9e05cf789611be7f8c75f',
    })
  })

  function selectorOf(abi: Abi, name: string): string | undefined {
    const item = abi.find((each) => each.type === 'function' && each.name === name)
    return item?.type === 'function' ? toFunctionSelector(item) : undefined
  }
})

describe('hostile contracts', () => {
  test('fail as they should', async () => {
    const { hostile } = contracts
    assert.match(await call(await hostile.revertsAlways(), '0x12345678'), /Nothing to see here/)
    assert.match(await call(await hostile.burnsGas(), '0x12345678'), /invalid opcode/i)
    assert.match(await call(await hostile.loopsForever(), '0x12345678'), /out of gas/i)
    assert.equal(await call(await hostile.answersNothing(), '0x12345678'), '0x')
    assert.equal(await call(await hostile.answersBytes(1), '0x12345678'), '0x01')
    assert.equal(await call(await hostile.answersBytes(33), '0x12345678'), `0x${'01'.repeat(33)}`)
    assert.equal(await call(await hostile.answersWord(2n), '0x12345678'), pad('0x02'))
    assert.match(await call(await hostile.revertsWithBytes(100_000), '0x12345678'), /revert/i)
  })

  test('return more than anybody reads', async () => {
    const megabyte = await contracts.hostile.answersBytes(1_048_576)
    assert.equal((await call(megabyte, '0x12345678', { gas: 10_000_000 })).length, 2 + 2 * 1_048_576)
    assert.match(await call(megabyte, '0x12345678'), /out of gas/i)
    const smaller = await contracts.hostile.answersBytes(100_000)
    assert.equal((await call(smaller, '0x12345678')).length, 2 + 2 * 100_000)
    const token = await contracts.hostile.hostileToken(10_000)
    assert.equal((await call(token, SELECTORS.name)).length, 2 + 2 * (64 + 10_016))
  })

  test('have no code once they are destroyed or removed', async () => {
    const destroyed = await contracts.hostile.destroyed()
    assert.equal((await rpc(chain.url, 'eth_getCode', [destroyed, 'latest'])).result, '0x')
    const token = await contracts.erc20()
    await contracts.removeCode(token.address)
    assert.equal(await call(token.address, balanceCall(alice)), '0x')
  })
})

describe('blocks', () => {
  test('wait for mine while automine is off', async () => {
    const token = await contracts.erc20()
    await contracts.setAutomine(false)
    try {
      const { receipt } = await token.mint(alice, 1n)
      assert.equal(receipt, undefined)
      assert.equal(await token.balanceOf(alice), 0n)
      await contracts.mine()
      assert.equal(await token.balanceOf(alice), 1n)
    } finally {
      await contracts.setAutomine(true)
    }
  })

  test('can be undone, as in a reorganization', async () => {
    const token = await contracts.erc20()
    const snapshot = await contracts.takeSnapshot()
    await token.mint(alice, 1n)
    await contracts.restore(snapshot)
    assert.equal(await token.balanceOf(alice), 0n)
  })
})

describe('a faulty node', () => {
  let node: FaultyNode
  let token: Awaited<ReturnType<RuleContracts['erc20']>>
  const balanceAt = (holder: Address, block = 'latest') =>
    call(token.address, balanceCall(holder), { url: node.url, block })
  const headOf = async (url: string) => Number((await rpc(url, 'eth_blockNumber')).result)
  const logsFrom = (from: number) =>
    rpc(node.url, 'eth_getLogs', [{ address: token.address, fromBlock: toHex(from), toBlock: 'latest' }])

  before(async () => {
    node = await startFaultyNode(chain.url, { chainId: 1 })
    token = await contracts.erc20()
  })
  after(() => node?.stop())
  beforeEach(async () => {
    node.fault = 'none'
    node.only = undefined
    await token.mint(alice, 1n)
  })

  test('answers as the chain without a fault, reports its own chain id and counts requests', async () => {
    node.calledMethods.length = 0
    assert.equal(await balanceAt(alice), pad('0x01'))
    assert.equal(await balanceAt(bob), pad('0x00'))
    assert.equal((await rpc(node.url, 'eth_chainId')).result, '0x1')
    assert.deepEqual(node.countMethods(), { eth_call: 2, eth_chainId: 1 })
  })

  test('dead: resets connections until it is switched back', async () => {
    node.fault = 'dead'
    await assert.rejects(balanceAt(alice), TypeError)
    node.fault = 'none'
    assert.equal(await balanceAt(alice), pad('0x01'))
  })

  test('lag: does not know later blocks', async () => {
    const head = await headOf(chain.url)
    node.fault = { lag: 1 }
    assert.equal(await headOf(node.url), head - 1)
    assert.equal(await balanceAt(alice), pad('0x00'))
    assert.equal(await balanceAt(alice, toHex(head)), 'header not found')
    assert.equal((await rpc(node.url, 'eth_getBlockByNumber', [toHex(head), false])).result, null)
    assert.deepEqual((await logsFrom(head)).result, [])
    await contracts.mine()
    assert.equal(await balanceAt(alice, toHex(head)), pad('0x01'))
  })

  test('stale: reports old state at the current block', async () => {
    const head = await headOf(chain.url)
    node.fault = { stale: 1 }
    assert.equal(await headOf(node.url), head)
    assert.equal(await balanceAt(alice, toHex(head)), pad('0x00'))
  })

  test('forged: pretends that a contract returns a word, also for calls without a recipient', async () => {
    node.fault = { forged: token.address, word: 99n }
    assert.equal(await balanceAt(bob), pad('0x63'))
    // Calls the token without data, and returns the word.
    const data = `0x60205f5f5f73${token.address.slice(2)}5afa60205ff3`
    const inner = await rpc(node.url, 'eth_call', [{ data, gas: toHex(GAS) }, 'latest'])
    assert.equal(inner.result, pad('0x63'))
    node.fault = 'none'
    assert.equal(await balanceAt(bob), pad('0x00'))
  })

  test('lie: negates results, or does what the test says', async () => {
    node.fault = 'lie'
    assert.equal(await balanceAt(alice), pad('0x00'))
    assert.equal(await balanceAt(bob), pad('0x01'))
    node.lie = () => pad('0x63')
    assert.equal(await balanceAt(bob), pad('0x63'))
  })

  test('rate-limited: refuses by status or by code', async () => {
    node.fault = 'rate-limited'
    await assert.rejects(balanceAt(alice), /HTTP status 429/)
    node.fault = 'rate-limited-by-code'
    assert.equal((await rpc(node.url, 'eth_blockNumber')).error?.code, -32_005)
  })

  test('garbage and empty: answer without a result', async () => {
    node.fault = 'garbage'
    await assert.rejects(balanceAt(alice), SyntaxError)
    node.fault = 'empty'
    assert.equal(await balanceAt(alice), '0x')
  })

  test('no-logs: refuses logs and nothing else', async () => {
    const head = await headOf(chain.url)
    assert.equal(((await logsFrom(head)).result as unknown[]).length, 1)
    node.fault = 'no-logs'
    assert.equal((await logsFrom(head)).error?.code, -32_601)
    assert.equal(await balanceAt(alice), pad('0x01'))
  })

  test('slow: holds requests until they are released', async () => {
    node.fault = 'slow'
    const pending = balanceAt(alice)
    await until(
      () => node.calledMethods.at(-1),
      (method) => method === 'eth_call',
      'the request arrives',
    )
    let answered = false
    void pending.then(() => {
      answered = true
    })
    await headOf(chain.url)
    assert.equal(answered, false)
    node.release()
    assert.equal(await pending, pad('0x01'))
  })

  test('limits the fault to one method', async () => {
    node.fault = 'dead'
    node.only = 'eth_getLogs'
    assert.equal(await balanceAt(alice), pad('0x01'))
    await assert.rejects(logsFrom(0), TypeError)
  })

  test('lag: shows a second endpoint at another height', async () => {
    const numbers = await contracts.hostile.answersBlockNumber()
    await contracts.mine(2)
    node.fault = { lag: 2 }
    const head = await headOf(chain.url)
    const answers = await Promise.all([chain.url, node.url].map((url) => call(numbers, '0x', { url })))
    assert.deepEqual(answers.map(Number), [head, head - 2])
    const pinned = { block: toHex(head - 2) }
    assert.equal(
      await call(numbers, '0x', { url: chain.url, ...pinned }),
      await call(numbers, '0x', { url: node.url, ...pinned }),
    )
  })
})
