/** The administration of rules against contracts on a real chain. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { ContractDescription, RulePreview, RuleTrial } from '@countersign/contract/routes/admin/rule.ts'
import type { Condition, Rule } from '@countersign/contract/rule/rule.ts'
import * as schemas from '@countersign/contract/schemas/admin/rule.ts'
import type { Address } from 'viem'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import { statement } from '../../../server/src/platform/store/database.ts'
import { startCountingNode } from '../../support/chain/counting-node.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { changeRows, readRows } from '../../support/database/rows.ts'
import { addressOf, conditionOf, ruleOf } from '../../support/rule-fixtures.ts'
import { type HttpResponse, newAccount } from '../../support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../support/server/people.ts'
import { expectProblem } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

const DEAD_CHAIN = 4242

forDefaultEngine('administration of rules on a chain', (engine) => {
  let chain: Chain
  let contracts: RuleContracts
  let node: FaultyNode
  let mainnet: Awaited<ReturnType<typeof startCountingNode>>
  let server: TestServer
  let admin: TestPerson
  let group: string
  before(async () => {
    chain = await startChain()
    contracts = deployRuleContracts(chain)
    node = await startFaultyNode(chain.url)
    mainnet = await startCountingNode(chain.url, 1)
    server = await startServer(engine, {
      environment: {
        [`RPC_${CHAIN_ID}`]: node.url,
        RPC_1: mainnet.url,
        [`RPC_${DEAD_CHAIN}`]: 'http://127.0.0.1:9',
      },
    })
    admin = await addPerson(server, 'admin')
  })
  beforeEach(async () => {
    group = newId(server.context, 'grp')
    // Rates allow 30 calls a minute.
    server.clock.now += 60_000
    const sql = 'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)'
    await changeRows(server, sql, group, 'Holders', group.toLowerCase())
  })
  after(async () => {
    await server?.close()
    await mainnet?.stop()
    await node?.stop()
    await chain?.stop()
  })

  const lower = (address: string) => address.toLowerCase()
  const rulePath = (suffix = '') => `/api/admin/groups/${group}/rule${suffix}`
  const save = (rule: Rule) => admin.signed('PUT', rulePath(), { rule })
  const fieldsOf = (response: HttpResponse) => expectProblem(response, 'invalid_body').fields
  const describe = (address: string, chainId = CHAIN_ID) =>
    admin.browser.get(`/api/admin/contracts?chainId=${chainId}&address=${lower(address)}`)
  const expectDescription = (response: HttpResponse): ContractDescription => {
    assert.equal(response.status, 200, response.text)
    return schemas.describeContract.answer.parse(response.json)
  }
  const preview = async (rule: Rule): Promise<RulePreview> => {
    const response = await admin.browser.post(rulePath('/preview'), { rule })
    assert.equal(response.status, 200, response.text)
    return schemas.previewRule.answer.parse(response.json)
  }
  const expectTrial = (response: HttpResponse): RuleTrial => {
    assert.equal(response.status, 200, response.text)
    return schemas.tryRule.answer.parse(response.json)
  }
  const erc20 = (contract: string, min = '1') =>
    conditionOf.erc20({ chainId: CHAIN_ID, contract: lower(contract), min })
  const nothing = { name: null, symbol: null, decimals: null }
  const plain = { hasCode: true, enumerable: false, proxy: false }

  test('describes tokens', async () => {
    const coin = await contracts.erc20({ name: 'USD Coin', symbol: 'USDC', decimals: 6 })
    const token = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }
    assert.deepEqual(expectDescription(await describe(coin.address)), { ...plain, kind: 'erc20', token })
    const cats = await contracts.erc721()
    const cat = { name: 'Test Cats', symbol: 'CAT', decimals: null }
    assert.deepEqual(expectDescription(await describe(cats.address)), { ...plain, kind: 'erc721', token: cat })
    const listed = await contracts.erc721Enumerable()
    const { kind, enumerable } = expectDescription(await describe(listed.address))
    assert.deepEqual({ kind, enumerable }, { kind: 'erc721', enumerable: true })
    const items = await contracts.erc1155()
    assert.deepEqual(expectDescription(await describe(items.address)), { ...plain, kind: 'erc1155', token: nothing })
  })

  test('describes a Safe, roles and proxies', async () => {
    const safe = await contracts.safe(newAccount())
    assert.equal(expectDescription(await describe(safe.address)).kind, 'safe')
    const control = await contracts.accessControl()
    assert.equal(expectDescription(await describe(control.address)).kind, 'access_control')
    const manager = await contracts.accessManager()
    assert.equal(expectDescription(await describe(manager.address)).kind, 'access_manager')
    const upgradeable = await contracts.upgradeableToken()
    const { kind, proxy } = expectDescription(await describe(upgradeable.address))
    assert.deepEqual({ kind, proxy }, { kind: 'erc20', proxy: true })
    const clone = newAccount().address
    const target = lower((await contracts.erc20()).address).slice(2)
    await chain.put(clone, `0x363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`)
    assert.equal(expectDescription(await describe(clone)).proxy, true)
  })

  test('describes addresses without code, and networks that do not answer', async () => {
    assert.deepEqual(expectDescription(await describe(newAccount().address)), {
      ...{ hasCode: false, kind: 'unknown', token: nothing, enumerable: false, proxy: false },
    })
    expectProblem(await describe(newAccount().address, 7), 'network_not_configured')
    expectProblem(await describe(newAccount().address, DEAD_CHAIN), 'rpc_unavailable')
    expectProblem(await describe('0x12'), 'invalid_body')
  })

  test('describes contracts that answer wrongly or not at all', async () => {
    const { hostile } = contracts
    const addresses: Record<string, Address> = {
      'reverts always': await hostile.revertsAlways(),
      'burns gas': await hostile.burnsGas(),
      'loops forever': await hostile.loopsForever(),
      'answers nothing': await hostile.answersNothing(),
      'answers a megabyte': await hostile.answersBytes(1_000_000),
      'answers 5 bytes': await hostile.answersBytes(5),
      'reverts with 100 kB': await hostile.revertsWithBytes(100_000),
      'answers the largest number': await hostile.answersWord(2n ** 256n - 1n),
      'answers 1 to everything': await hostile.answersWord(1n),
      'claims everything': await hostile.hostileToken(),
      'has a malformed name': await hostile.malformedName(),
    }
    for (const [title, address] of Object.entries(addresses)) {
      server.clock.now += 10_000
      const description = expectDescription(await describe(address))
      assert.equal(description.hasCode, true, title)
      assert.equal(description.enumerable, false, title)
      assert.doesNotMatch(JSON.stringify(description.token), /[\p{Cc}\u202e]/u, title)
    }
  })

  test('refuses contracts without code, and contracts that do not answer', async () => {
    const { hostile } = contracts
    const rule = ruleOf(
      conditionOf.any(
        erc20((await contracts.erc20()).address),
        erc20(newAccount().address),
        erc20(await hostile.revertsAlways()),
        erc20(await hostile.burnsGas()),
        erc20(await hostile.answersBytes(1_000_000)),
        erc20(await hostile.answersBytes(5)),
        conditionOf.safe({ chainId: CHAIN_ID, contract: lower(await hostile.answersWord(2n)) }),
      ),
    )
    const at = (index: number) => `/rule/condition/conditions/${index}/contract`
    assert.deepEqual(fieldsOf(await save(rule)), [
      { path: at(1), code: 'no_code' },
      ...[2, 3, 4, 5, 6].map((index) => ({ path: at(index), code: 'contract_failed' })),
    ])
    const [row] = await readRows(server, 'SELECT rule, version FROM people_group WHERE id = ?', group)
    assert.deepEqual(row, { rule: null, version: 1 })
  })

  test('saves conditions of every kind that reads a contract', async () => {
    const { service, indexer } = await deployEas()
    const contractOf = async (deployed: Promise<{ address: string }>) => lower((await deployed).address)
    const ens = await contracts.ens()
    assert.ok(ens)
    const onChain = { chainId: CHAIN_ID }
    const conditions: Condition[] = [
      conditionOf.erc721({ ...onChain, contract: await contractOf(contracts.erc721()) }),
      conditionOf.erc721Token({ ...onChain, contract: await contractOf(contracts.erc721()) }),
      conditionOf.safe({ ...onChain, contract: await contractOf(contracts.safe(newAccount())) }),
      {
        ...{ kind: 'contract_role', ...onChain, contract: await contractOf(contracts.accessManager()) },
        ...{ system: 'access_manager', role: '7', roleName: null },
      },
      { kind: 'hat', ...onChain, contract: await contractOf(contracts.hats()), hatId: '7' },
      { kind: 'poap', ...onChain, contract: await contractOf(contracts.poap()), eventId: '7' },
      {
        ...{ kind: 'contract_call', ...onChain, contract: await contractOf(contracts.lock()) },
        ...{ method: 'getHasValidKey', returns: 'bool', min: null },
      },
      {
        ...{ kind: 'attestation', ...onChain, contract: service, indexer },
        ...{ schema: `0x${'ab'.repeat(32)}`, attesters: [addressOf(0xabcdef)] },
      },
      { kind: 'ens_name', chainId: 1, names: ['vitalik.eth'], subnames: false },
      { kind: 'native_balance', ...onChain, min: '1', max: null },
    ]
    const response = await save(ruleOf({ kind: 'all', conditions }))
    assert.equal(response.status, 200, response.text)
  })

  async function deployEas(): Promise<{ service: string; indexer: string }> {
    const eas = await contracts.eas()
    return { service: lower(eas.address), indexer: lower(eas.indexer.address) }
  }

  test('needs ERC-721 Enumerable for seats', async () => {
    const seated = (contract: string) =>
      ruleOf(conditionOf.erc721({ chainId: CHAIN_ID, contract: lower(contract) }), { seats: true })
    const { address } = await contracts.erc721()
    assert.deepEqual(fieldsOf(await save(seated(address))), [
      { path: '/rule/condition/contract', code: 'not_enumerable' },
    ])
    assert.equal((await save(seated((await contracts.erc721Enumerable()).address))).status, 200)
  })

  test('saves nothing when a node cannot be reached', async () => {
    const rule = ruleOf(conditionOf.erc20({ chainId: DEAD_CHAIN, contract: addressOf(0x10000) }))
    expectProblem(await save(rule), 'rpc_unavailable')
    const { rule: saved, version } = (await admin.browser.get(rulePath())).json as { rule: unknown; version: number } // compared next
    assert.deepEqual({ saved, version }, { saved: null, version: 1 })
    const wrong = ruleOf(conditionOf.all(rule.condition, conditionOf.window(null, null)))
    assert.deepEqual(fieldsOf(await save(wrong)), [{ path: '/rule/condition/conditions/1/from', code: 'required' }])
  })

  test('resolves names of a wallet list, and tells contract wallets from keys', async () => {
    const ens = await contracts.ens()
    const [alice, owner] = [newAccount(), newAccount()]
    const safe = await contracts.safe(owner)
    await ens.setPrimaryName(alice.address, 'alice.eth')
    await ens.setPrimaryName(safe.address, 'treasury.eth')
    const upload = (csv: string) => admin.signed('POST', `/api/admin/groups/${group}/wallet-lists`, { csv })
    const wrong = await upload(`Alice.eth\nnobody.eth\n${alice.address},the same`)
    assert.deepEqual(fieldsOf(wrong), [
      { path: '/csv/2', code: 'unresolved_name' },
      { path: '/csv/3', code: 'duplicate_of_1' },
    ])
    const created = await upload('Alice.eth,founder\ntreasury.eth')
    assert.equal(created.status, 201, created.text)
    const { id } = created.json as { id: string } // compared next
    const { json } = await admin.browser.get(`/api/admin/groups/${group}/wallet-lists/${id}`)
    const { items } = schemas.getWalletList.answer.parse(json)
    assert.deepEqual(
      items.toSorted((a, b) => String(a.name).localeCompare(String(b.name))),
      [
        { address: alice.address, chainId: null, name: 'alice.eth', note: 'founder' },
        { address: safe.address, chainId: 1, name: 'treasury.eth', note: null },
      ],
    )
    const rule = ruleOf(conditionOf.list(id))
    const outcomeOf = async (account: string) =>
      expectTrial(await admin.browser.post(rulePath('/try'), { rule, accounts: [account] })).outcome
    assert.equal(await outcomeOf('alice.eth'), 'yes')
    assert.equal(await outcomeOf(`eip155:1:${safe.address}`), 'yes')
    assert.equal(await outcomeOf(`eip155:10:${safe.address}`), 'no')
  })

  test('tries addresses, names and people, with a reason for every condition', async () => {
    const coin = await contracts.erc20()
    const [rich, poor] = [newAccount(), newAccount()]
    await coin.mint(rich.address, 3n)
    const rule = ruleOf(conditionOf.any(conditionOf.role('owner'), erc20(coin.address, '2')))
    const attempt = (body: object) => admin.browser.post(rulePath('/try'), { rule, ...body })
    const trial = expectTrial(await attempt({ accounts: [rich.address, lower(poor.address)] }))
    assert.equal(trial.outcome, 'yes')
    assert.deepEqual(trial.wallets, [rich.address, poor.address])
    assert.deepEqual(
      trial.reasons.map(({ path, outcome, found }) => ({ path, outcome, found })),
      [
        { path: '/condition/conditions/0', outcome: 'no', found: null },
        { path: '/condition/conditions/1', outcome: 'yes', found: '3' },
      ],
    )
    assert.equal(expectTrial(await attempt({ accounts: [poor.address] })).outcome, 'no')
    // A contract wallet counts on its own chain only.
    assert.equal(expectTrial(await attempt({ accounts: [`eip155:10:${rich.address}`] })).outcome, 'no')
    const person = await addPerson(server)
    assert.equal(expectTrial(await attempt({ personId: person.id })).outcome, 'no')
    await coin.mint(person.account.address, 2n)
    const ofPerson = expectTrial(await attempt({ personId: person.id }))
    assert.deepEqual(
      { outcome: ofPerson.outcome, wallets: ofPerson.wallets },
      { outcome: 'yes', wallets: [person.account.address] },
    )
    assert.equal(expectTrial(await attempt({ accounts: [poor.address] })).reasons.length, 2)
  })

  test('refuses accounts that cannot be tried', async () => {
    const rule = ruleOf(conditionOf.role('owner'))
    const attempt = (body: object) => admin.browser.post(rulePath('/try'), { rule, ...body })
    const wrong = `0x${newAccount()
      .address.slice(2)
      .replace(/[a-f]/i, (digit) => (digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()))}`
    assert.deepEqual(fieldsOf(await attempt({ accounts: [wrong, 'nobody.eth', addressOf(0), 'x'] })), [
      { path: '/accounts/0', code: 'invalid_checksum' },
      { path: '/accounts/1', code: 'unresolved_name' },
      { path: '/accounts/2', code: 'reserved_address' },
      { path: '/accounts/3', code: 'invalid_account' },
    ])
    assert.deepEqual(fieldsOf(await attempt({})), [{ path: '/accounts', code: 'required' }])
    const both = { accounts: [newAccount().address], personId: admin.id }
    assert.deepEqual(fieldsOf(await attempt(both)), [{ path: '/personId', code: 'exclusive' }])
    const personId = newId(server.context, 'per')
    assert.deepEqual(fieldsOf(await attempt({ personId })), [{ path: '/personId', code: 'unknown_person' }])
  })

  test('previews a node that does not answer as unknown', async () => {
    const rule = ruleOf(conditionOf.erc20({ chainId: DEAD_CHAIN, contract: addressOf(0x10000) }))
    const { checked, unknown, yes, no, self } = await preview(rule)
    assert.deepEqual({ unknown, yes, no, self }, { unknown: checked, yes: 0, no: 0, self: 'unknown' })
    assert.ok(checked > 0)
  })

  test('previews who would gain and lose access after a token was sold', async () => {
    const coin = await contracts.erc20()
    const [seller, buyer] = [await addPerson(server), await addPerson(server)]
    await coin.mint(seller.account.address, 1n)
    const rule = ruleOf(erc20(coin.address))
    assert.equal((await save(rule)).status, 200)
    await server.context.background.settled()
    await coin.transfer(seller.account.address, buyer.account.address, 1n)
    const { gains, loses, named, requests } = await preview(rule)
    assert.deepEqual({ gains, loses }, { gains: 1, loses: 1 })
    assert.deepEqual(
      { gains: named.gains.map(({ id }) => id), loses: named.loses.map(({ id }) => id) },
      { gains: [buyer.id], loses: [seller.id] },
    )
    assert.ok(requests >= 1)
  })

  test('previews 2,000 people and three conditions with at most 32 requests', async () => {
    const tokens = [await contracts.erc20(), await contracts.erc721(), await contracts.erc20()]
    const holder = addressOf(0x100_0005)
    await tokens[0]?.mint(holder as Address, 1n) // an address, see above
    await addPeople(2000)
    const [one, cats, other] = tokens.map(({ address }) => lower(address))
    const rule = ruleOf(
      conditionOf.any(
        erc20(one ?? ''),
        conditionOf.erc721({ chainId: CHAIN_ID, contract: cats ?? '' }),
        erc20(other ?? ''),
      ),
    )
    const { people, checked, yes, no, requests } = await preview(rule)
    assert.ok(people > 2000)
    assert.deepEqual({ checked, yes, no }, { checked: people, yes: 1, no: people - 1 })
    // A fifth of the target for 10,000 people, which `npm run bench -- --rules` measures.
    assert.ok(requests <= 32, `${requests} requests`)
  })

  for (const fault of ['dead', 'rate-limited', 'rate-limited-by-code', 'garbage'] as const)
    test(`saves nothing and counts nobody as out while the node is ${fault}`, async () => {
      const coin = await contracts.erc20()
      const rule = ruleOf(erc20(coin.address))
      node.fault = fault
      try {
        expectProblem(await save(rule), 'rpc_unavailable')
        expectProblem(await describe(coin.address), 'rpc_unavailable')
        const { checked, unknown, gains, loses } = await preview(rule)
        assert.deepEqual({ unknown, gains, loses }, { unknown: checked, gains: 0, loses: 0 })
        const body = { rule, accounts: [newAccount().address] }
        const { outcome, reasons } = expectTrial(await admin.browser.post(rulePath('/try'), body))
        const problems = reasons.map(({ problem }) => problem)
        assert.deepEqual({ outcome, problems }, { outcome: 'unknown', problems: ['network_unavailable'] })
      } finally {
        node.fault = 'none'
      }
      const [row] = await readRows(server, 'SELECT rule FROM people_group WHERE id = ?', group)
      assert.deepEqual(row, { rule: null })
    })

  /** Bypasses sign-in. */
  async function addPeople(count: number): Promise<void> {
    const person =
      statement(`INSERT INTO person (id, role, status, primary_wallet_id, last_seen_at, created_at, updated_at, version)
      VALUES (?, 'member', 'active', ?, ?, 1, 1, 1)`)
    const wallet = statement(`INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via,
      linked_at, last_used_at, version) VALUES (?, ?, 'eip155', ?, '0', 'eoa', 'linked', 'link', 1, 1, 1)`)
    await server.context.store.transaction(async (queries) => {
      for (let index = 0; index < count; index++) {
        const [id, walletId] = [newId(server.context, 'per'), newId(server.context, 'wal')]
        await queries.run(person, id, walletId, server.clock.now + 1000)
        await queries.run(wallet, walletId, id, addressOf(0x100_0000 + index))
      }
    })
  }
})
