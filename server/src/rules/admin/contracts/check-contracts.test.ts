import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Condition, Rule } from '@countersign/contract/rule/rule.ts'
import { placeLeaves } from '@countersign/contract/rule/rule.ts'
import type { ReasonProblem } from '@countersign/contract/schemas/rule/rule.ts'
import { createScriptedChains, type ScriptedChains } from '../../../../../test/support/chain/scripted-chains.ts'
import { sqliteEngine } from '../../../../../test/support/database/engines.ts'
import { addressOf, conditionOf, ruleOf } from '../../../../../test/support/rule-fixtures.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'
import type { Evaluator } from '../../evaluation/evaluate.ts'
import { openRules } from '../../open-rules.ts'
import type { Subject } from '../../subject.ts'
import { checkContracts } from './check-contracts.ts'

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'rpc_unavailable'

describe('checkContracts', () => {
  const engine = sqliteEngine()
  let server: TestServer
  let chains: ScriptedChains
  let evaluated: { rule: Rule; subjects: readonly Subject[]; explain: boolean | undefined }[]
  beforeEach(async () => {
    server = await startServer(engine)
    chains = createScriptedChains(1)
    server.context.chains = chains
    evaluated = []
  })
  afterEach(() => server.close())

  /** An evaluator that finds the same problem with every condition. */
  const evaluateWith =
    (problem: ReasonProblem | null): Evaluator =>
    async (rule, subjects, options) => {
      evaluated.push({ rule, subjects, explain: options?.explain })
      const reasons = placeLeaves(rule.condition).map(({ path }) => ({
        ...{ path, outcome: problem ? ('unknown' as const) : ('no' as const), problem },
        ...{ found: null, wallets: [], block: 1 },
      }))
      return subjects.map(() => ({ outcome: 'no' as const, reasons, blocks: {}, tokens: [], validUntil: null }))
    }
  const check = (rule: Rule, problem: ReasonProblem | null = null) => {
    openRules(server.context).evaluate = evaluateWith(problem)
    return checkContracts(server.context, rule)
  }
  const deploy = (...addresses: string[]) => {
    for (const address of addresses) chains.contracts.set(`1:${address}`, () => ({ kind: 'reverted' }))
  }

  test('probes an address of nobody, whatever the rule says about wallets', async () => {
    deploy(addressOf(0xe20))
    const rule = ruleOf(conditionOf.erc20(), { linkedHours: 24, heldBlocks: 10, wallets: 'each' })
    assert.deepEqual(await check(rule), [])
    const [probe] = evaluated
    assert.equal(probe?.subjects.length, 1)
    const { linkedHours, heldBlocks, wallets } = probe?.rule ?? {}
    assert.deepEqual(
      { linkedHours, heldBlocks, wallets, explain: probe?.explain },
      { linkedHours: 0, heldBlocks: 0, wallets: 'together', explain: true },
    )
  })

  test('names both contracts of an attestation', async () => {
    const attestation: Condition = {
      ...{ kind: 'attestation', chainId: 1, contract: addressOf(0xea5), indexer: addressOf(0x1de) },
      ...{ schema: `0x${'ab'.repeat(32)}`, attesters: [addressOf(0xa77)] },
    }
    assert.deepEqual(await check(ruleOf(attestation)), [
      { path: '/condition/contract', code: 'no_code' },
      { path: '/condition/indexer', code: 'no_code' },
    ])
    deploy(addressOf(0xea5))
    assert.deepEqual(await check(ruleOf(attestation)), [{ path: '/condition/indexer', code: 'no_code' }])
    deploy(addressOf(0x1de))
    assert.deepEqual(await check(ruleOf(attestation)), [])
  })

  test('reports problems of conditions without a contract at their network', async () => {
    const names: Condition = { kind: 'ens_name', chainId: 1, names: ['vitalik.eth'], subnames: false }
    assert.deepEqual(await check(ruleOf(names), 'no_code'), [{ path: '/condition/chainId', code: 'no_code' }])
  })

  for (const problem of ['network_unavailable', 'endpoints_disagree', 'network_missing'] as const)
    test(`fails on ${problem}`, async () => {
      deploy(addressOf(0xe20))
      await assert.rejects(check(ruleOf(conditionOf.erc20()), problem), isUnavailable)
    })

  test('fails when the node is down', async () => {
    chains.up = false
    await assert.rejects(check(ruleOf(conditionOf.erc20())), isUnavailable)
    chains.up = true
    chains.call = async () => ({ kind: 'result', value: null })
    await assert.rejects(check(ruleOf(conditionOf.erc20())), isUnavailable)
  })

  test('reads nothing for local conditions and networks that are not configured', async () => {
    const rule = ruleOf(conditionOf.all(conditionOf.role('admin'), conditionOf.erc20({ chainId: 5 })))
    assert.deepEqual(await check(rule), [])
    assert.deepEqual([chains.calls, evaluated], [[], []])
  })
})
