import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import {
  callFor,
  createEnsScript,
  type EnsScript,
  result,
  reverseOf,
  setPrimaryName,
  word,
} from '../../../../test/support/chain/ens-names.ts'
import { addressFrom, findPrimaryName } from './ens.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function nameAfter(arrange: (script: EnsScript) => void, address = ADDRESS): Promise<string | null> {
  const script = createEnsScript()
  setPrimaryName(script, ADDRESS, 'vitalik.eth')
  arrange(script)
  return findPrimaryName(script.chainsObject, address)
}

test('resolves a name that resolves back to the address, in four calls', async () => {
  const script = createEnsScript()
  setPrimaryName(script, ADDRESS, 'vitalik.eth')
  assert.equal(await findPrimaryName(script.chainsObject, ADDRESS), 'vitalik.eth')
  assert.deepEqual(script.calls, [
    callFor('resolver', reverseOf(ADDRESS)),
    callFor('name', reverseOf(ADDRESS)),
    callFor('resolver', 'vitalik.eth'),
    callFor('addr', 'vitalik.eth'),
  ])
})

test('resolves no name for an address without a reverse record, after one call', async () => {
  const script = createEnsScript()
  assert.equal(await findPrimaryName(script.chainsObject, ADDRESS), null)
  assert.deepEqual(script.calls, [callFor('resolver', reverseOf(ADDRESS))])
})

const none: Record<string, (script: EnsScript) => void> = {
  'resolves to another address': (script) => setPrimaryName(script, ADDRESS, 'vitalik.eth', OTHER),
  'resolves to the zero address': ({ answers }) =>
    answers.set(callFor('addr', 'vitalik.eth'), result(word(`0x${'0'.repeat(40)}`))),
  'has no resolver': ({ answers }) => answers.delete(callFor('resolver', 'vitalik.eth')),
  'is off-chain, so its resolver reverts': ({ answers }) =>
    answers.set(callFor('addr', 'vitalik.eth'), { kind: 'reverted' }),
  'is unknown because the reverse resolver reverts': ({ answers }) =>
    answers.set(callFor('name', reverseOf(ADDRESS)), { kind: 'reverted' }),
  'has a capital letter': (script) => setPrimaryName(script, ADDRESS, 'Vitalik.eth'),
  'mixes in a Cyrillic lookalike': (script) => setPrimaryName(script, ADDRESS, 'vit\u0430lik.eth'),
  'is all Cyrillic and looks Latin': (script) => setPrimaryName(script, ADDRESS, '\u0430\u0440\u0435.eth'),
  'has a stray zero-width joiner': (script) => setPrimaryName(script, ADDRESS, 'vitalik\u200d.eth'),
  'has a bidi override': (script) => setPrimaryName(script, ADDRESS, '\u202evitalik.eth'),
  'has an emoji in display form instead of normalized form': (script) =>
    setPrimaryName(script, ADDRESS, 'raffy\u{1f6b4}\u200d\u2642\ufe0f.eth'),
  'has an empty label': (script) => setPrimaryName(script, ADDRESS, 'vitalik..eth'),
  'is empty': (script) => setPrimaryName(script, ADDRESS, ''),
  'is longer than 255 bytes': (script) => setPrimaryName(script, ADDRESS, `${'a'.repeat(252)}.eth`),
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
const NAME = `${number(11)}${hexOf('vitalik.eth')}`
/** A name of 32 bytes. */
const WORD_LONG = `${'a'.repeat(28)}.eth`
const invalidResults: Record<string, unknown> = {
  nothing: '0x',
  'a number': 7,
  null: null,
  'an object': { name: 'vitalik.eth' },
  'invalid hex': `0x${'zz'.repeat(96)}`,
  'a partial word': `0x${PAD}${PAD}${PAD}00`,
  'an offset beyond the end': `0x${number(4096)}${number(4)}${'61'.repeat(32)}`,
  'a length beyond the end': `0x${number(32)}${number(200)}${'61'.repeat(32)}`,
  'the largest length': `0x${number(32)}${'f'.repeat(64)}${'61'.repeat(32)}`,
  'invalid UTF-8': `0x${number(32)}${number(2)}${'c328'.padEnd(64, '0')}`,
  'a byte order mark': `0x${number(32)}${number(14)}${Buffer.from('\ufeffvitalik.eth').toString('hex').padEnd(64, '0')}`,
  'an offset of two words': `0x${number(64)}${NAME}`,
  'a byte after the last word': `0x${number(32)}${NAME}00`,
  'text before the value': `ab0x${number(32)}${NAME}`,
  'a word too many': `0x${number(32)}${NAME}${PAD.repeat(8)}`,
  'a length of one byte more': `0x${number(32)}${number(33)}${hexOf(WORD_LONG)}`,
  'an array': [`0x${number(32)}${NAME}`],
  'too large a value': `0x${number(32)}${number(11)}${Buffer.from('vitalik.eth').toString('hex').padEnd(64, '0')}${PAD.repeat(20_000)}`,
}

for (const [title, answer] of Object.entries(invalidResults)) {
  test(`resolves no name when a node answers ${title} for a name`, async () => {
    const name = await nameAfter((script) => {
      setPrimaryName(script, ADDRESS, WORD_LONG)
      script.answers.set(callFor('name', reverseOf(ADDRESS)), result(answer))
    })
    assert.equal(name, null)
  })
}

for (const answer of ['0x', `0x${PAD.slice(2)}`, `0x1${word(ADDRESS).slice(3)}`, `${word(ADDRESS)}00`, 1, null, []]) {
  test(`resolves no name when a node answers ${JSON.stringify(answer)?.slice(0, 20)} for an address`, async () => {
    const name = await nameAfter(({ answers }) => answers.set(callFor('addr', 'vitalik.eth'), result(answer)))
    assert.equal(name, null)
  })
}

test('reads an address from one whole word only', () => {
  const address = word(ADDRESS)
  assert.equal(addressFrom(address), ADDRESS.toLowerCase())
  for (const answer of [`${address}00`, `x${address}`, [address], `0x${'1'.repeat(64)}`, `0x${PAD}`])
    assert.equal(addressFrom(answer), undefined, String(answer))
})

test('reports an unavailable node instead of no name', async () => {
  const down = new AppError('rpc_unavailable')
  await assert.rejects(
    nameAfter(({ answers }) => answers.set(callFor('addr', 'vitalik.eth'), down)),
    down,
  )
})
