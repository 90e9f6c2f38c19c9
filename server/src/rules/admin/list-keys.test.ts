import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { sqliteEngine } from '../../../../test/support/database/engines.ts'
import { addressOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup } from '../../../../test/support/rule-groups.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Database } from '../../platform/store/database.ts'
import { createListReader } from './list-keys.ts'
import { insertWalletList } from './wallet-lists/wallet-list.store.ts'

describe('createListReader', () => {
  const engine = sqliteEngine()
  let server: TestServer
  let reads: number
  let store: Database
  beforeEach(async () => {
    server = await startServer(engine)
    reads = 0
    const { store: real } = server.context
    store = {
      ...real,
      all: (statement, ...values) => {
        reads += 1
        return real.all(statement, ...values)
      },
    }
  })
  afterEach(() => server.close())

  const addList = async (index: number) => {
    const { id: groupId } = await addRuleGroup(server)
    const list = { id: newId(server.context, 'lst'), groupId, wallets: 1, createdAt: 1 }
    const row = { address: addressOf(index), chain: '0', name: null, note: null }
    await server.context.store.transaction((queries) => insertWalletList(queries, list, [row]))
    return list.id
  }

  test('reads each list once', async () => {
    const [one, other] = [await addList(1), await addList(2)]
    const findLists = createListReader({ store })
    assert.deepEqual(await findLists([one]), new Map([[one, new Set([addressOf(1)])]]))
    assert.deepEqual([...(await findLists([other, one])).keys()], [other, one])
    await findLists([one, other])
    assert.equal(reads, 2)
    assert.equal((await findLists([])).size, 0)
    assert.equal(reads, 2)
  })

  test('has no entry for a missing list, and looks for it again', async () => {
    const findLists = createListReader({ store })
    const missing = newId(server.context, 'lst')
    assert.equal((await findLists([missing])).size, 0)
    assert.equal((await findLists([missing])).size, 0)
    assert.equal(reads, 2)
  })

  test('keeps the lists that were used last', async () => {
    const ids: string[] = []
    for (let index = 0; index < 21; index++) ids.push(await addList(index))
    const findLists = createListReader({ store })
    for (const id of ids) await findLists([id])
    await findLists(ids.slice(1))
    assert.equal(reads, 21)
    assert.equal((await findLists(ids.slice(0, 1))).size, 1)
    assert.equal(reads, 22)
  })
})
