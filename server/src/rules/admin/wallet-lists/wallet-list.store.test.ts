import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { WALLET_LIST_MAX } from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../../test/support/database/rows.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'
import { newId } from '../../../platform/crypto/id.ts'
import * as store from './wallet-list.store.ts'

const addressAt = (index: number) => `0x${(0x10000 + index).toString(16).padStart(40, '0')}`

forEachEngine('wallet lists in the database', (engine) => {
  let server: TestServer
  let groupId: string
  beforeEach(async () => {
    server = await startServer(engine)
    groupId = newId(server.context, 'grp')
    const sql =
      "INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, 'A', 'a', 1, 1, 1)"
    await changeRows(server, sql, groupId)
  })
  afterEach(() => server.close())

  const insertList = async (rows: store.ListedWallet[], createdAt = 1) => {
    const list = { id: newId(server.context, 'lst'), groupId, wallets: rows.length, createdAt }
    await server.context.store.transaction((queries) => store.insertWalletList(queries, list, rows))
    return list
  }
  const walletAt = (index: number, chain = '0') => ({
    ...{ address: addressAt(index), chain },
    ...{ name: null, note: null },
  })

  test('stores the longest list', async () => {
    const rows = Array.from({ length: WALLET_LIST_MAX }, (_, index) => walletAt(index))
    const list = await insertList(rows)
    assert.deepEqual(await store.findListedWallets(server.context.store, list.id), rows)
  })

  for (const count of [1, 24, 25, 26, 249, 251, 276])
    test(`stores a list of ${count} rows`, async () => {
      const rows = Array.from({ length: count }, (_, index) => walletAt(index))
      const list = await insertList(rows)
      assert.deepEqual(await store.findListedWallets(server.context.store, list.id), rows)
    })

  test('returns the keys of wallets by list, and no entry for a missing list', async () => {
    const one = await insertList([walletAt(1), walletAt(1, '10'), walletAt(2, '137')])
    const other = await insertList([walletAt(3)])
    const missing = newId(server.context, 'lst')
    const keys = await store.findListKeys(server.context.store, [one.id, other.id, missing])
    assert.deepEqual(
      keys,
      new Map([
        [one.id, new Set([addressAt(1), `${addressAt(1)}@10`, `${addressAt(2)}@137`])],
        [other.id, new Set([addressAt(3)])],
      ]),
    )
  })

  test('finds a list in its own group only', async () => {
    const list = await insertList([walletAt(1)])
    assert.deepEqual(await store.findWalletList(server.context.store, list), list)
    const elsewhere = { id: list.id, groupId: newId(server.context, 'grp') }
    assert.equal(await store.findWalletList(server.context.store, elsewhere), undefined)
    assert.deepEqual(await store.findWalletLists(server.context.store, [list.id]), [list])
  })

  test('removes a list with its rows', async () => {
    const old = await insertList([walletAt(1)], 1)
    const recent = await insertList([walletAt(2)], 2)
    assert.deepEqual(await store.findListsCreatedBefore(server.context.store, 2), [old])
    await store.removeWalletList(server.context.store, old.id)
    const rows = await readRows(server, 'SELECT list_id FROM wallet_list_row')
    assert.deepEqual(rows, [{ list_id: recent.id }])
  })
})
