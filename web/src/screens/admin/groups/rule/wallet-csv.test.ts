import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { conditions as words } from '../../../../words/admin/conditions.ts'
import { csvOf, refusedRows } from './wallet-csv.ts'

test('names the lines that the server refused', () => {
  const fields = [
    { path: '/csv/3', code: 'invalid_checksum' },
    { path: '/csv/5', code: 'duplicate_of_2' },
    { path: '/csv/9', code: 'too_odd' },
  ]
  assert.deepEqual(refusedRows(new AppError('invalid_body', { fields })), [
    'Line 3: wrong checksum',
    'Line 5: same wallet as line 2',
    'Line 9: can’t be used',
  ])
})

test('reports a list that is empty or too long', () => {
  const refused = (code: string) => refusedRows(new AppError('invalid_body', { fields: [{ path: '/csv', code }] }))
  assert.deepEqual(refused('empty'), [words.listMissing])
  assert.deepEqual(refused('too_many_rows'), [words.listTooMany(5000)])
})

test('writes a list that no spreadsheet runs', () => {
  const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  const items = [
    { address, chainId: null, name: null, note: '=1+1, "twice"' },
    { address, chainId: 10, name: 'safe.eth', note: null },
  ]
  assert.equal(csvOf(items), `wallet,note\r\n${address},"'=1+1, ""twice"""\r\neip155:10:${address},safe.eth\r\n`)
})
