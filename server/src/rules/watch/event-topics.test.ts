import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  concat,
  encodeAbiParameters,
  encodeEventTopics,
  keccak256,
  namehash,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem'
import { addressesIn, CONTRACT_EVENTS, isUpgrade, itemOf, topicOf } from './event-topics.ts'

const [ALICE, BOB, CAROL] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
] // three of them
const EVENTS = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event AddedOwner(address indexed owner)',
  'event RoleGranted(uint64 indexed roleId, address indexed account, uint32 delay, uint48 since, bool newMember)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  'event Revoked(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)',
  'event DelegateERC1155(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, uint256 amount)',
  'event WearerStandingChanged(uint256 hatId, address wearer, bool wearerStanding)',
])

const logOf = (topics: readonly unknown[], data = '0x') => ({
  address: `0x${'00'.repeat(20)}`,
  topics: topics.map(String),
  data: data.toLowerCase(),
  block: 1,
})

describe('topicOf', () => {
  test('computes the same selectors as viem', () => {
    for (const signature of new Set(Object.values(CONTRACT_EVENTS).flat()))
      assert.equal(topicOf(signature), toEventSelector(signature), signature)
  })

  test('knows the events of the contracts in use', () => {
    const known = new Set(Object.values(CONTRACT_EVENTS).flat().map(topicOf))
    for (const event of EVENTS) assert.ok(known.has(toEventSelector(event)), event.name)
    // As ERC-20 and ERC-1155 state them.
    assert.ok(known.has('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'))
    assert.ok(known.has('0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'))
  })
})

describe('addressesIn', () => {
  test('finds indexed addresses', () => {
    const erc721 = encodeEventTopics({ abi: EVENTS, eventName: 'Transfer', args: { from: ALICE, to: BOB } })
    assert.deepEqual(addressesIn(logOf([...erc721, toHex(1n << 200n, { size: 32 })])), [ALICE, BOB])
    const batch = encodeEventTopics({
      abi: EVENTS,
      eventName: 'TransferBatch',
      args: { operator: CAROL, from: ALICE, to: BOB },
    })
    const values = encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [[1n], [2n]])
    const found = addressesIn(logOf(batch, values))
    for (const address of [ALICE, BOB, CAROL]) assert.ok(found.includes(address))
  })

  test('finds addresses that are not indexed, as old Safes and Hats emit them', () => {
    const owner = encodeAbiParameters([{ type: 'address' }], [ALICE])
    assert.deepEqual(addressesIn(logOf([topicOf('RemovedOwner(address)')], owner)), [ALICE])
    const standing = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bool' }],
      [1n << 224n, BOB, false],
    )
    assert.ok(addressesIn(logOf([topicOf('WearerStandingChanged(uint256,address,bool)')], standing)).includes(BOB))
  })

  test('ignores the zero address and values that are too large', () => {
    const topic = topicOf('Transfer(address,address,uint256)')
    assert.deepEqual(addressesIn(logOf([topic, pad('0x0'), keccak256('0x')])), [])
  })

  test('reads the first words of long data only', () => {
    const data = `0x${'00'.repeat(32 * 4)}${pad(ALICE).slice(2).repeat(10_000)}`
    assert.deepEqual(addressesIn(logOf([topicOf('AddedOwner(address)')], data)), [])
  })
})

describe('itemOf', () => {
  test('finds the hat and the name that an event is about', () => {
    const hat = pad(toHex(7n))
    assert.equal(itemOf(logOf([topicOf('HatStatusChanged(uint256,bool)')], concat([hat, pad('0x1')]))), hat)
    const node = namehash('cats.example.eth')
    assert.equal(itemOf(logOf([topicOf('Transfer(bytes32,address)'), node], pad(ALICE))), node)
    const created = [topicOf('NewOwner(bytes32,bytes32,address)'), namehash('example.eth'), keccak256(toHex('cats'))]
    assert.equal(itemOf(logOf(created, pad(ALICE))), node)
    assert.equal(itemOf(logOf([topicOf('Transfer(address,address,uint256)'), pad(ALICE), pad(BOB)])), undefined)
  })
})

test('isUpgrade recognizes a new implementation of a proxy', () => {
  assert.equal(isUpgrade(logOf([topicOf('Upgraded(address)'), pad(ALICE)])), true)
  assert.equal(isUpgrade(logOf([topicOf('AddedOwner(address)'), pad(ALICE)])), false)
})
