import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import { encodeFunctionData, type Hex, pad, parseAbi, stringToHex } from 'viem'
import { type ChainRead, keyOfRead, type ReadOutcome } from '../chain-read.ts'
import type { Holder } from '../subject.ts'
import { countsFor, DELEGATE_REGISTRY, delegationRead, readDelegation } from './delegation.ts'

const abi = parseAbi([
  'function checkDelegateForAll(address to, address from, bytes32 rights) view returns (bool)',
  'function checkDelegateForContract(address to, address from, address contract_, bytes32 rights) view returns (bool)',
  'function checkDelegateForERC721(address to, address from, address contract_, uint256 tokenId, bytes32 rights) view returns (bool)',
])
const [VAULT, ONE, TWO, TOKEN] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  Hex,
  Hex,
  Hex,
  Hex,
] // four of them
const RIGHTS = pad(stringToHex('countersign'), { dir: 'right', size: 32 })
const delegation = { chainId: 5, vault: VAULT, delegate: ONE }
const word = (value: number): ReadOutcome => ({
  kind: 'value',
  data: `0x${value.toString(16).padStart(64, '0')}`,
  block: 1,
})
const label = { name: null, symbol: null, decimals: null }

describe('delegationRead', () => {
  const dataOf = (scope?: { contract?: string; tokenId?: string }) => {
    const read = delegationRead(delegation, scope)
    assert.equal(read.kind === 'call' && read.to, DELEGATE_REGISTRY)
    return read.kind === 'call' ? read.data : undefined
  }

  test('asks the registry for each scope as its ABI says', () => {
    assert.equal(dataOf(), encodeFunctionData({ abi, functionName: 'checkDelegateForAll', args: [ONE, VAULT, RIGHTS] }))
    assert.equal(
      dataOf({ contract: TOKEN }),
      encodeFunctionData({ abi, functionName: 'checkDelegateForContract', args: [ONE, VAULT, TOKEN, RIGHTS] }),
    )
    assert.equal(
      dataOf({ contract: TOKEN, tokenId: '300' }),
      encodeFunctionData({ abi, functionName: 'checkDelegateForERC721', args: [ONE, VAULT, TOKEN, 300n, RIGHTS] }),
    )
  })
})

describe('readDelegation', () => {
  test('accepts exactly true and false', () => {
    assert.deepEqual([word(1), word(0), word(2)].map(readDelegation), ['yes', 'no', 'unknown'])
    for (const data of ['0x', '0x01', `0x${'0'.repeat(63)}10`, `0x${'0'.repeat(63)}1${'0'.repeat(64)}`])
      assert.equal(readDelegation({ kind: 'value', data, block: 1 }), 'unknown')
  })

  test('has no delegation on a chain without the registry, and knows nothing without an answer', () => {
    assert.equal(readDelegation({ kind: 'no_code', block: 1 }), 'no')
    assert.equal(readDelegation({ kind: 'reverted', block: 1 }), 'unknown')
    assert.equal(readDelegation({ kind: 'no_answer', problem: 'network_unavailable' }), 'unknown')
  })
})

describe('countsFor', () => {
  const erc20: ChainCondition = {
    kind: 'erc20_balance',
    chainId: 5,
    contract: TOKEN,
    token: label,
    min: '1',
    max: null,
  }
  const safe: ChainCondition = { kind: 'safe_owner', chainId: 5, contract: TOKEN }
  const vault: Holder = { address: VAULT, chainId: 5, linkedAt: 0, vault: true, delegates: [ONE, TWO] }
  const lookUpIn = (answers: [ChainRead, ReadOutcome][]) => {
    const known = new Map(answers.map(([read, outcome]) => [keyOfRead(read), outcome]))
    return (read: ChainRead) => known.get(keyOfRead(read))
  }
  const forToken = (delegate: string) => delegationRead({ ...delegation, delegate }, { contract: TOKEN })
  const failed: ReadOutcome = { kind: 'no_answer', problem: 'network_unavailable' }

  test('counts wallets without a delegation', () => {
    assert.equal(countsFor(erc20, { ...vault, vault: false }, lookUpIn([])), 'yes')
  })

  test('counts a vault that delegates to one of the wallets', () => {
    const cases: [ReadOutcome, ReadOutcome | undefined, string][] = [
      [word(0), word(1), 'yes'],
      [word(1), undefined, 'yes'],
      [word(0), word(0), 'no'],
      [word(0), failed, 'unknown'],
      [failed, undefined, 'pending'],
    ]
    for (const [one, two, expected] of cases) {
      const answers: [ChainRead, ReadOutcome][] = [
        [forToken(ONE), one],
        ...(two ? [[forToken(TWO), two] as [ChainRead, ReadOutcome]] : []),
      ]
      assert.equal(countsFor(erc20, vault, lookUpIn(answers)), expected)
    }
    assert.equal(countsFor(erc20, { ...vault, delegates: [] }, lookUpIn([])), 'no')
  })

  test('needs a delegation for everything where no token is concerned', () => {
    const all = lookUpIn([ONE, TWO].map((delegate) => [delegationRead({ ...delegation, delegate }), word(1)]))
    assert.equal(countsFor(safe, vault, all), 'yes')
    assert.equal(
      countsFor(safe, vault, lookUpIn([ONE, TWO].map((delegate) => [forToken(delegate), word(1)]))),
      'pending',
    )
  })
})
