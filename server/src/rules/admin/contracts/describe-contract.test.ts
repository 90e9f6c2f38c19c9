import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { describeContract as schemas } from '@countersign/contract/schemas/admin/rule.ts'
import { createScriptedChains } from '../../../../../test/support/chain/scripted-chains.ts'
import { addressOf } from '../../../../../test/support/rule-fixtures.ts'
import type { RpcCall, RpcOutcome } from '../../../networks/rpc/rpc.ts'
import { describeContract } from './describe-contract.ts'

const ADDRESS = addressOf(0x70000)
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value })

const SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
]

type Answer = RpcOutcome | AppError | undefined

/** `answer` gets the method, and the data of a call or the slot of storage. */
function describeBy(answer: (method: string, detail: string) => Answer) {
  const chains = createScriptedChains(1)
  chains.call = async (_, { method, params }: RpcCall) => {
    const [first, second] = params
    const detail = method === 'eth_call' ? (first as { data: string }).data : String(second) // our own code sent it
    const found = answer(method, detail) ?? (method === 'eth_getCode' ? result('0x6001') : { kind: 'reverted' })
    if (found instanceof AppError) throw found
    return found
  }
  return describeContract(chains, { chainId: 1, address: ADDRESS })
}

describe('describeContract', () => {
  test('reads names of tokens that answer bytes32', async () => {
    const maker = `0x${Buffer.from('Maker').toString('hex').padEnd(64, '0')}`
    const { token } = await describeBy((_, data) => (data === '0x06fdde03' ? result(maker) : undefined))
    assert.deepEqual(token, { name: 'Maker', symbol: null, decimals: null })
  })

  for (const slot of SLOTS)
    test(`calls a contract with a value at ${slot.slice(0, 10)} a proxy`, async () => {
      const answer = (method: string, detail: string) =>
        method === 'eth_getStorageAt' ? result(detail === slot ? word(0xabcdn) : word(0n)) : undefined
      assert.equal((await describeBy(answer)).proxy, true)
    })

  const codes: Record<string, [string, boolean]> = {
    'a minimal proxy': [`0x363d3d373d3d3d363d73${'ab'.repeat(20)}5af43d82803e903d91602b57fd5bf3`, true],
    'a minimal proxy with PUSH0': [`0x365f5f375f5f365f73${'AB'.repeat(20)}5af43d5f5f3e5f3d91602a57fd5bf3`, true],
    'an account that delegates to a contract': [`0xef0100${'ab'.repeat(20)}`, true],
    'other code': ['0x6001', false],
  }
  for (const [title, [code, proxy]] of Object.entries(codes))
    test(`tells whether ${title} is a proxy`, async () => {
      const { hasCode, proxy: found } = await describeBy((method) =>
        method === 'eth_getCode' ? result(code) : undefined,
      )
      assert.deepEqual({ hasCode, proxy: found }, { hasCode: true, proxy })
    })

  test('believes no interface of a contract that claims all', async () => {
    const { kind, enumerable } = await describeBy((method) => (method === 'eth_call' ? result(word(1n)) : undefined))
    assert.deepEqual({ kind, enumerable }, { kind: 'erc20', enumerable: false })
  })

  test('has no decimals above 77', async () => {
    const decimalsOf = async (value: bigint) =>
      (await describeBy((_, data) => (data === '0x313ce567' ? result(word(value)) : undefined))).token.decimals
    assert.deepEqual(
      [await decimalsOf(77n), await decimalsOf(78n), await decimalsOf(2n ** 256n - 1n)],
      [77, null, null],
    )
  })

  for (const value of [null, 7, {}, [], 'hello', '0x1', '0xzz', `0x${'ff'.repeat(100_000)}`])
    test(`accepts ${JSON.stringify(value).slice(0, 20)} as an answer to every question`, async () => {
      const description = await describeBy((method) => (method === 'eth_getCode' ? undefined : result(value)))
      assert.ok(schemas.answer.safeParse(description).success)
      assert.deepEqual(description.kind, 'unknown')
    })

  test('leaves out what a node does not answer', async () => {
    const unavailable = new AppError('rpc_unavailable')
    const answer = (method: string, data: string) =>
      method === 'eth_getStorageAt' || data === '0x95d89b41' ? unavailable : undefined
    assert.equal((await describeBy(answer)).kind, 'unknown')
  })

  const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'rpc_unavailable'

  test('fails when the node answers nothing, or something else than code', async () => {
    const unavailable = new AppError('rpc_unavailable')
    await assert.rejects(
      describeBy(() => unavailable),
      isUnavailable,
    )
    await assert.rejects(
      describeBy((method) => (method === 'eth_getCode' ? undefined : unavailable)),
      isUnavailable,
    )
    for (const value of [null, 7, 'hello', '0x1'])
      await assert.rejects(
        describeBy((method) => (method === 'eth_getCode' ? result(value) : undefined)),
        isUnavailable,
      )
  })
})
