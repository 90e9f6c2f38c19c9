import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSignature } from './read-signature.ts'

const write = (header: number, length: number) => Buffer.from([header, ...Array(length - 1).fill(0)]).toString('base64')
const formatOf = (text: string) => readSignature(text).format

test('a prefix is the format of a signature', () => {
  const legacy = write(31, 65)
  assert.deepEqual(
    ['smp', 'ful', 'pof'].map((prefix) => formatOf(prefix + legacy)),
    ['simple', 'full', 'proof_of_funds'],
  )
})

test('a signature without a prefix is legacy with 65 bytes and one of 16 headers, and simple otherwise', () => {
  for (const header of [27, 31, 42]) assert.equal(formatOf(write(header, 65)), 'legacy')
  for (const header of [0, 2, 26, 43, 255]) assert.equal(formatOf(write(header, 65)), 'simple')
  for (const length of [64, 66]) assert.equal(formatOf(write(31, length)), 'simple')
})
