import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WALLET_LIST_MAX, WALLET_NOTE_MAX } from '@countersign/contract/limits/rule-limits.ts'
import { loadFamily } from '../../../proof/load-family.ts'
import { parseCsv } from './parse-csv.ts'
import { findDuplicates, parseWalletList } from './parse-wallet-list.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const LOWER = ADDRESS.toLowerCase()
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const accountsOf = async (csv: string) => {
  const { rows, problems } = await parseWalletList(csv)
  assert.deepEqual(problems, [])
  return rows.map(({ account }) => account)
}
const problemsOf = async (csv: string) => (await parseWalletList(csv)).problems
const key = (address: string) => ({ kind: 'account', namespace: 'eip155', address, chain: '0' })

const SOLANA = {
  kind: 'account',
  namespace: 'solana',
  chain: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
}
const BITCOIN = {
  kind: 'account',
  namespace: 'bip122',
  chain: '000000000019d6689c085ae165831e93',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

describe('parseWalletList', () => {
  const accepted: Record<string, [string, object]> = {
    'a checksummed address': [ADDRESS, key(LOWER)],
    'an address in lower case': [LOWER, key(LOWER)],
    'an address in upper case': [`0x${LOWER.slice(2).toUpperCase()}`, key(LOWER)],
    'a CAIP-10 account without a chain': [`eip155:0:${ADDRESS}`, key(LOWER)],
    'a CAIP-10 account of a chain': [`eip155:10:${ADDRESS}`, { ...key(LOWER), chain: '10' }],
    'a Solana address': [SOLANA.address, SOLANA],
    'a Solana account': [`solana:${SOLANA.chain}:${SOLANA.address}`, SOLANA],
    'a Bitcoin address': [BITCOIN.address, BITCOIN],
    'a Bitcoin address in upper case': [BITCOIN.address.toUpperCase(), BITCOIN],
    'a Bitcoin account': [`bip122:${BITCOIN.chain}:${BITCOIN.address}`, BITCOIN],
    'a legacy Bitcoin address': [LEGACY, { ...BITCOIN, address: LEGACY }],
    'an ENS name': ['vitalik.eth', { kind: 'name', name: 'vitalik.eth' }],
    'an ENS name in capitals': ['Vitalik.ETH', { kind: 'name', name: 'vitalik.eth' }],
  }
  for (const [title, [written, account]] of Object.entries(accepted))
    test(`accepts ${title}`, async () => {
      assert.deepEqual(await accountsOf(written), [account])
    })

  const refused: Record<string, [string, string]> = {
    'a wrong checksum': [ADDRESS.replace('d8dA', 'D8dA'), 'invalid_checksum'],
    'a wrong checksum in a CAIP-10 account': [`eip155:1:${ADDRESS.replace('d8dA', 'D8dA')}`, 'invalid_checksum'],
    'an address that is too short': [ADDRESS.slice(0, -1), 'invalid_account'],
    'an address that is too long': [`${ADDRESS}0`, 'invalid_account'],
    'an address with 0X': [`0X${ADDRESS.slice(2)}`, 'invalid_account'],
    'an address with a foreign digit': [`${ADDRESS.slice(0, -1)}g`, 'invalid_account'],
    'a word': ['hello', 'invalid_account'],
    'the zero address': [`0x${'0'.repeat(40)}`, 'reserved_address'],
    'a precompiled contract': [`0x${'1'.padStart(40, '0')}`, 'reserved_address'],
    'a burn address': [`0x${'dead'.padStart(40, '0')}`, 'reserved_address'],
    'a burn address of a chain': [`eip155:1:0x${'dead'.padStart(40, '0')}`, 'reserved_address'],
    'a Solana account of a test network': [
      `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${SOLANA.address}`,
      'unsupported_network',
    ],
    'a Solana address of a program': ['1'.repeat(32), 'invalid_account'],
    'a Bitcoin address with a wrong checksum': [BITCOIN.address.replace(/.$/, '5'), 'invalid_account'],
    'a Bitcoin address in mixed case': [BITCOIN.address.replace('w', 'W'), 'invalid_account'],
    'a Bitcoin address of the test network': ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'unsupported_network'],
    'a Bitcoin address of several keys': [
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      'unsupported_address',
    ],
    'an account of another family': [
      'cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
      'unsupported_namespace',
    ],
    'a chain that is no number': [`eip155:x:${ADDRESS}`, 'invalid_account'],
    'a chain that is too large': [`eip155:9999999999999999:${ADDRESS}`, 'invalid_account'],
    'a name with an empty label': ['vitalik..eth', 'invalid_name'],
    'a name with lookalikes': ['vit\u0430lik.eth', 'invalid_name'],
    'a name that is too long': [`${'a'.repeat(252)}.eth`, 'invalid_name'],
    'an empty account': [',note', 'required'],
    'a third column': [`${ADDRESS},note,more`, 'too_many_columns'],
    'a note that is too long': [`${ADDRESS},${'n'.repeat(WALLET_NOTE_MAX + 1)}`, 'note_too_long'],
    'a note with a line end': [`${ADDRESS},"a\nb"`, 'note_invalid'],
    'a note in reverse order': [`${ADDRESS},\u202eecin si ecila`, 'note_invalid'],
    'a note with an isolate': [`${ADDRESS},a\u2067b`, 'note_invalid'],
    'a note with a line separator': [`${ADDRESS},a\u2028b`, 'note_invalid'],
    'a note with half a character': [`${ADDRESS},\ud800`, 'note_invalid'],
    'text after a quote': [`"${ADDRESS}"x`, 'invalid_quotes'],
  }
  for (const [title, [written, code]] of Object.entries(refused))
    test(`refuses ${title}`, async () => {
      assert.deepEqual(await problemsOf(`${OTHER}\n${written}\n`), [{ path: '/csv/2', code }])
    })

  test('reads notes, and skips a header', async () => {
    const { rows, problems } = await parseWalletList(`Wallet address;Note\n${ADDRESS};"Alice; founder"\n${OTHER};\n`)
    assert.deepEqual(problems, [])
    assert.deepEqual(rows, [
      { line: 2, account: key(LOWER), note: 'Alice; founder' },
      { line: 3, account: key(OTHER), note: null },
    ])
  })

  test('names a first row that is neither an account nor a header', async () => {
    assert.deepEqual(await problemsOf(`holders of\n${ADDRESS}`), [{ path: '/csv/1', code: 'invalid_account' }])
  })

  test('refuses a list without rows, and one row too many', async () => {
    assert.deepEqual(await problemsOf('address,note\n\n'), [{ path: '/csv', code: 'empty' }])
    const rows = Array.from(
      { length: WALLET_LIST_MAX },
      (_, index) => `0x${(index + 65536).toString(16).padStart(40, '0')}`,
    )
    assert.equal((await accountsOf(['address', ...rows].join('\n'))).length, WALLET_LIST_MAX)
    assert.deepEqual(await problemsOf([...rows, ADDRESS].join('\n')), [{ path: '/csv', code: 'too_many_rows' }])
  })

  test('never throws, and accounts for every row of random input', async () => {
    const parts = [
      ADDRESS,
      LOWER,
      OTHER,
      'vitalik.eth',
      '"',
      '""',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      '\r\n',
      'eip155:1:',
      'x',
      ' ',
    ]
    const random = createRandom(7)
    for (let round = 0; round < 3000; round++) {
      const more = String.fromCharCode(random(0x10000))
      const csv = Array.from({ length: random(30) }, () => [...parts, more][random(parts.length + 1)]).join('')
      const { rows, problems } = await parseWalletList(csv)
      const lines = [...rows.map(({ line }) => `/csv/${line}`), ...problems.map(({ path }) => path)]
      const expected = parseCsv(csv).map(({ line }) => `/csv/${line}`)
      assert.deepEqual(lines.toSorted(), expected.length === 0 ? ['/csv'] : expected.toSorted(), JSON.stringify(csv))
    }
  })
})

test('parseWalletList lets other requests run between the rows', async () => {
  await loadFamily('solana')
  let ran = false
  setImmediate(() => {
    ran = true
  })
  await parseWalletList(Array(200).fill(SOLANA.address).join('\n'))
  assert.ok(ran)
})

describe('findDuplicates', () => {
  const rowAt = (line: number, address: string, chain = '0') => ({
    ...{ line, name: null, note: null },
    account: { kind: 'account' as const, namespace: 'eip155' as const, address, chain },
  })

  test('names each later row with the line of the first', () => {
    const rows = [rowAt(1, LOWER), rowAt(2, OTHER), rowAt(3, LOWER), rowAt(4, LOWER, '10'), rowAt(5, LOWER)]
    assert.deepEqual(findDuplicates(rows), [
      { path: '/csv/3', code: 'duplicate_of_1' },
      { path: '/csv/5', code: 'duplicate_of_1' },
    ])
  })
})

/** Mulberry32: the same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
