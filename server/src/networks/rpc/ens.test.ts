import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { toFunctionSelector } from 'viem'
import {
  addressAnswer,
  callFor,
  createEnsScript,
  type EnsScript,
  primaryNameAnswer,
  result,
  setPrimaryName,
} from '../../../../test/support/chain/ens-names.ts'
import { decodePrimaryName, decodeResolvedAddress, encodeResolve, findPrimaryName, meansNoName } from './ens.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function nameAfter(arrange: (script: EnsScript) => void, address = ADDRESS): Promise<string | null> {
  const script = createEnsScript()
  setPrimaryName(script, ADDRESS, 'vitalik.eth')
  arrange(script)
  return findPrimaryName(script.chainsObject, address)
}

test('resolves a name that resolves back to the address, in two calls', async () => {
  const script = createEnsScript()
  setPrimaryName(script, ADDRESS, 'vitalik.eth')
  assert.equal(await findPrimaryName(script.chainsObject, ADDRESS), 'vitalik.eth')
  assert.deepEqual(script.calls, [callFor('reverse', ADDRESS), callFor('resolve', 'vitalik.eth')])
})

for (const [title, answer] of Object.entries({
  'without a reverse record': result(primaryNameAnswer('')),
  'whose reverse record has no resolver': { kind: 'reverted' } as const,
  'on a chain without the Universal Resolver': result('0x'),
}))
  test(`resolves no name for an address ${title}, after one call`, async () => {
    const script = createEnsScript()
    script.answers.set(callFor('reverse', ADDRESS), answer)
    assert.equal(await findPrimaryName(script.chainsObject, ADDRESS), null)
    assert.deepEqual(script.calls, [callFor('reverse', ADDRESS)])
  })

const none: Record<string, (script: EnsScript) => void> = {
  'resolves to another address': (script) => setPrimaryName(script, ADDRESS, 'vitalik.eth', OTHER),
  'resolves to the zero address': ({ answers }) =>
    answers.set(callFor('resolve', 'vitalik.eth'), result(addressAnswer(`0x${'0'.repeat(40)}`))),
  'is off-chain, so the Universal Resolver reverts': ({ answers }) =>
    answers.set(callFor('resolve', 'vitalik.eth'), { kind: 'reverted' }),
  'has a capital letter': (script) => setPrimaryName(script, ADDRESS, 'Vitalik.eth'),
  'mixes in a Cyrillic lookalike': (script) => setPrimaryName(script, ADDRESS, 'vit\u0430lik.eth'),
  'is all Cyrillic and looks Latin': (script) => setPrimaryName(script, ADDRESS, '\u0430\u0440\u0435.eth'),
  'has a stray zero-width joiner': (script) => setPrimaryName(script, ADDRESS, 'vitalik\u200d.eth'),
  'has a bidi override': (script) => setPrimaryName(script, ADDRESS, '\u202evitalik.eth'),
  'has an emoji in display form instead of normalized form': (script) =>
    setPrimaryName(script, ADDRESS, 'raffy\u{1f6b4}\u200d\u2642\ufe0f.eth'),
  'has an empty label': ({ answers }) =>
    answers.set(callFor('reverse', ADDRESS), result(primaryNameAnswer('vitalik..eth'))),
  'is longer than 255 bytes': ({ answers }) =>
    answers.set(callFor('reverse', ADDRESS), result(primaryNameAnswer(`${'a'.repeat(252)}.eth`))),
}

for (const [title, arrange] of Object.entries(none)) {
  test(`resolves no name when the name ${title}`, async () => {
    assert.equal(await nameAfter(arrange), null)
  })
}

test('resolves a name that fills its word', async () => {
  assert.equal(await nameAfter((script) => setPrimaryName(script, ADDRESS, WORD_LONG)), WORD_LONG)
})

test('resolves the longest possible name', async () => {
  const longest = `${'a'.repeat(251)}.eth`
  assert.equal(await nameAfter((script) => setPrimaryName(script, ADDRESS, longest)), longest)
})

const PAD = '0'.repeat(64)
const number = (value: number) => value.toString(16).padStart(64, '0')
const hexOf = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0')
/** A name of 32 bytes. */
const WORD_LONG = `${'a'.repeat(28)}.eth`
const RESOLVERS = `${PAD}${PAD}`
const valid = (length: number, text: string) => `0x${number(96)}${RESOLVERS}${number(length)}${text}`
const invalidNames: Record<string, unknown> = {
  nothing: '0x',
  'a number': 7,
  null: null,
  'an object': { name: 'vitalik.eth' },
  'invalid hex': `0x${'zz'.repeat(96)}`,
  'a partial word': `0x${number(96)}${RESOLVERS}${PAD}00`,
  'a head that ends early': `0x${number(96)}${PAD}`,
  'an offset beyond the end': valid(11, hexOf('vitalik.eth')).replace(number(96), number(4096)),
  'an offset of one word': valid(11, hexOf('vitalik.eth')).replace(number(96), number(32)),
  'a length beyond the end': valid(200, hexOf('vitalik.eth')),
  'the largest length': `0x${number(96)}${RESOLVERS}${'f'.repeat(64)}${hexOf('vitalik.eth')}`,
  'invalid UTF-8': valid(2, 'c328'.padEnd(64, '0')),
  'a byte order mark': valid(14, hexOf('\ufeffvitalik.eth')),
  'a byte after the last word': `${valid(11, hexOf('vitalik.eth'))}00`,
  'text before the value': `ab${valid(11, hexOf('vitalik.eth'))}`,
  'a word too many': `${valid(11, hexOf('vitalik.eth'))}${PAD}`,
  'a length of one byte more': valid(33, hexOf(WORD_LONG)),
  'an array': [valid(11, hexOf('vitalik.eth'))],
  'too large a value': `${valid(11, hexOf('vitalik.eth'))}${PAD.repeat(20_000)}`,
}

for (const [title, answer] of Object.entries(invalidNames))
  test(`resolves no name when a node answers ${title} for a name`, async () => {
    const name = await nameAfter(({ answers }) => answers.set(callFor('reverse', ADDRESS), result(answer)))
    assert.equal(name, null)
  })

test('decodes names up to 255 bytes, and none from malformed answers', () => {
  for (const name of ['', 'a.eth', 'a'.repeat(32), 'a'.repeat(255), 'ü.eth'])
    assert.equal(decodePrimaryName(primaryNameAnswer(name)), name)
  assert.equal(decodePrimaryName(primaryNameAnswer('a'.repeat(256))), undefined)
  const { 'a byte order mark': marked, ...invalid } = invalidNames
  assert.equal(decodePrimaryName(marked), '\ufeffvitalik.eth')
  for (const [title, answer] of Object.entries(invalid)) assert.equal(decodePrimaryName(answer), undefined, title)
})

const LOWER = ADDRESS.slice(2).toLowerCase()
const record = addressAnswer(ADDRESS)
const invalidAddresses: Record<string, unknown> = {
  nothing: '0x',
  'a number': 1,
  null: null,
  'an array': [record],
  'an address without a resolver': `0x${PAD.slice(40)}${ADDRESS.slice(2)}`,
  'an empty record': `0x${number(64)}${PAD}${PAD}`,
  'a record of 20 bytes': `0x${number(64)}${PAD}${number(20)}${ADDRESS.slice(2).padEnd(64, '0')}`,
  'a record of two words': `0x${number(64)}${PAD}${number(64)}${PAD}${PAD}`,
  'a record with other bits': record.replace(`${'0'.repeat(24)}${ADDRESS.slice(2).toLowerCase()}`, '1'.repeat(64)),
  'a record with one other bit': record.replace(`${'0'.repeat(24)}${LOWER}`, `01${'0'.repeat(22)}${LOWER}`),
  'a byte too many': `${record}00`,
  'a word too many': `${record}${PAD}`,
  'text before the value': `x${record}`,
}

for (const [title, answer] of Object.entries(invalidAddresses))
  test(`resolves no name when a node answers ${title} for an address`, async () => {
    const name = await nameAfter(({ answers }) => answers.set(callFor('resolve', 'vitalik.eth'), result(answer)))
    assert.equal(name, null)
    assert.equal(decodeResolvedAddress(answer), undefined)
  })

test('decodes an address, and the zero address as none', () => {
  assert.equal(decodeResolvedAddress(record), ADDRESS.toLowerCase())
  assert.equal(decodeResolvedAddress(record.toUpperCase().replace('0X', '0x')), ADDRESS.toLowerCase())
  assert.equal(decodeResolvedAddress(addressAnswer(`0x${'0'.repeat(40)}`)), null)
})

test('encodes names of one byte, of whole words and beyond ASCII as viem does', () => {
  for (const name of ['a', 'a.eth', `${'a'.repeat(26)}.eth`, WORD_LONG, `${'a'.repeat(59)}.eth`, 'ü.eth', 'a.b.c.eth'])
    assert.equal(encodeResolve(name), callFor('resolve', name).split(' ')[1], name)
})

const ERRORS = {
  'ResolverNotFound(bytes)': true,
  'ResolverNotContract(bytes,address)': true,
  'UnsupportedResolverProfile(bytes4)': true,
  'ReverseAddressMismatch(string,bytes)': true,
  'ResolverError(bytes)': false,
  'HttpError(uint16,string)': false,
  'OffchainLookup(address,string[],bytes,bytes4,bytes)': false,
  'Error(string)': false,
}

for (const [error, isNoName] of Object.entries(ERRORS))
  test(`takes ${error} for ${isNoName ? 'no name' : 'no answer'}`, () => {
    assert.equal(meansNoName(toFunctionSelector(error)), isNoName)
  })

test('takes a revert without a known error for no answer', () => {
  assert.equal(meansNoName(undefined), false)
})

test('reports an unavailable node instead of no name', async () => {
  const down = new AppError('rpc_unavailable')
  await assert.rejects(
    nameAfter(({ answers }) => answers.set(callFor('resolve', 'vitalik.eth'), down)),
    down,
  )
})
