import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashText, parseAddress } from './checksum.ts'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const lower = { address: ADDRESS.toLowerCase() }

test('accepts lower case, upper case and a valid checksum', () => {
  const upper = `0x${ADDRESS.slice(2).toUpperCase()}`
  for (const typed of [ADDRESS, ADDRESS.toLowerCase(), upper, ` ${ADDRESS}\n`])
    assert.deepEqual(parseAddress(typed), lower)
})

test('rejects a wrong checksum and anything that is not an address', () => {
  assert.deepEqual(parseAddress(ADDRESS.replace('bD', 'Bd')), { problem: 'checksum' })
  for (const typed of [
    '',
    '0x',
    ADDRESS.slice(0, -1),
    `${ADDRESS}0`,
    ADDRESS.slice(2),
    'vitalik.eth',
    `0X${ADDRESS.slice(2)}`,
  ])
    assert.deepEqual(parseAddress(typed), { problem: 'malformed' }, typed)
})

test('hashes the name of a role like AccessControl', () => {
  assert.equal(hashText('MINTER_ROLE'), '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6')
})
