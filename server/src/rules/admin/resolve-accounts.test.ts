import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { addressAnswer, callFor } from '../../../../test/support/chain/ens-names.ts'
import { createScriptedChains, type ScriptedChains } from '../../../../test/support/chain/scripted-chains.ts'
import { sqliteEngine } from '../../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { addressOf } from '../../../../test/support/rule-fixtures.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { ChainRead, ReadChain, ReadOutcome } from '../chain-read.ts'
import { openRules } from '../open-rules.ts'
import { resolveNames } from './resolve-accounts.ts'
import { createWalletList } from './wallet-lists/wallet-list.ts'

const [ALICE, SAFE, DELEGATED] = [addressOf(0xa11ce), addressOf(0x5afe5afe), addressOf(0x7702770)]

const value = (data: string): ReadOutcome => ({ kind: 'value', data, block: 9 })

/** Answers by recipient and data; nothing is deployed elsewhere. */
function scriptReads(answers: Record<string, ReadOutcome>): {
  readChain: ReadChain
  batches: (readonly ChainRead[])[]
} {
  const batches: (readonly ChainRead[])[] = []
  const readChain: ReadChain = async (reads) => {
    batches.push(reads)
    return reads.map((read) =>
      read.kind === 'call'
        ? (answers[`${read.to} ${read.data}`] ?? { kind: 'no_code', block: 9 })
        : { kind: 'no_code', block: 9 },
    )
  }
  return { readChain, batches }
}

const nameAnswers = (name: string, address: string, code: ReadOutcome = { kind: 'no_code', block: 9 }) => ({
  [callFor('resolve', name)]: value(addressAnswer(address)),
  [`${address} 0x`]: code,
})

describe('resolveNames', () => {
  const engine = sqliteEngine()
  let server: TestServer
  let chains: ScriptedChains
  beforeEach(async () => {
    server = await startServer(engine)
    chains = createScriptedChains(1)
    server.context.chains = chains
  })
  afterEach(() => server.close())

  const resolve = (names: string[], answers: Record<string, ReadOutcome>) => {
    openRules(server.context).readChain = scriptReads(answers).readChain
    return resolveNames(server.context, names)
  }

  test('resolves many names in two reads', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `name${index}.eth`)
    const { readChain, batches } = scriptReads(
      Object.assign({}, ...names.map((name, index) => nameAnswers(name, addressOf(0x20000 + index)))),
    )
    openRules(server.context).readChain = readChain
    const resolved = await resolveNames(server.context, names)
    assert.deepEqual(
      resolved,
      names.map((_, index) => ({
        kind: 'account',
        namespace: 'eip155',
        address: addressOf(0x20000 + index),
        chain: '0',
      })),
    )
    assert.deepEqual(
      batches.map(({ length }) => length),
      [500, 500],
    )
  })

  test('tells contract wallets from keys that delegate to a contract', async () => {
    const code: ReadOutcome = { kind: 'reverted', block: 9 }
    chains.contracts.set(`1:${SAFE}`, () => ({ kind: 'reverted' }))
    const call = chains.callWithQuorum
    chains.callWithQuorum = async (chainId, request) =>
      request.params[0] === DELEGATED ? { kind: 'result', value: `0xef0100${'ab'.repeat(20)}` } : call(chainId, request)
    const answers = {
      ...nameAnswers('safe.eth', SAFE, code),
      ...nameAnswers('delegated.eth', DELEGATED, code),
      ...nameAnswers('alice.eth', ALICE),
    }
    assert.deepEqual(await resolve(['safe.eth', 'delegated.eth', 'alice.eth'], answers), [
      { kind: 'account', namespace: 'eip155', address: SAFE, chain: '1' },
      { kind: 'account', namespace: 'eip155', address: DELEGATED, chain: '0' },
      { kind: 'account', namespace: 'eip155', address: ALICE, chain: '0' },
    ])
  })

  const unresolved: Record<string, Record<string, ReadOutcome>> = {
    'has no resolver': { [callFor('resolve', 'a.eth')]: { kind: 'reverted', error: '0x77209fe8', block: 9 } },
    'has no address': nameAnswers('a.eth', addressOf(0)),
    'is off-chain': { [callFor('resolve', 'a.eth')]: { kind: 'reverted', error: '0x556f1830', block: 9 } },
    'gets garbage as an answer': { [callFor('resolve', 'a.eth')]: value(`0x${'ff'.repeat(32)}`) },
    'is on a chain without the Universal Resolver': {},
  }
  for (const [title, answers] of Object.entries(unresolved))
    test(`does not resolve a name that ${title}`, async () => {
      assert.deepEqual(await resolve(['a.eth'], answers), [{ kind: 'problem', code: 'unresolved_name' }])
    })

  test('refuses names of burn addresses', async () => {
    assert.deepEqual(await resolve(['a.eth'], nameAnswers('a.eth', addressOf(0xdead))), [
      { kind: 'problem', code: 'reserved_address' },
    ])
  })

  test('fails when nothing is known about a name', async () => {
    const answers: Record<string, ReadOutcome> = {
      [callFor('resolve', 'a.eth')]: { kind: 'no_answer', problem: 'network_unavailable' },
    }
    await assert.rejects(
      resolve(['a.eth'], answers),
      (error) => error instanceof AppError && error.code === 'rpc_unavailable',
    )
  })

  test('names rows of a list whose names do not resolve or repeat an address', async () => {
    const groupId = newId(server.context, 'grp')
    const sql =
      "INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, 'A', 'a', 1, 1, 1)"
    await changeRows(server, sql, groupId)
    const answers = { ...nameAnswers('alice.eth', ALICE), ...nameAnswers('a.eth', addressOf(0x30000)) }
    openRules(server.context).readChain = scriptReads(answers).readChain
    const create = (csv: string) => createWalletList(server.context, { groupId, csv, by: server.context.store })
    await assert.rejects(create(`${ALICE}\nAlice.eth\nnobody.eth\na.eth`), (error) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual(error.fields, [
        { path: '/csv/2', code: 'duplicate_of_1' },
        { path: '/csv/3', code: 'unresolved_name' },
      ])
      return true
    })
    await create('Alice.eth,founder')
    const rows = await readRows(server, 'SELECT address, chain, name, note FROM wallet_list_row')
    assert.deepEqual(rows, [{ address: ALICE, chain: '0', name: 'alice.eth', note: 'founder' }])
  })
})
