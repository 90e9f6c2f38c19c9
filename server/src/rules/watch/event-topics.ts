/** Events after which a condition may have another outcome. */

import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'

const MULTI_TOKEN_EVENTS = [
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
]

/** The first value of each is the id of a hat, and none of them names who wears it. */
const HAT_EVENTS = [
  'HatStatusChanged(uint256,bool)',
  'HatEligibilityChanged(uint256,address)',
  'HatToggleChanged(uint256,address)',
]

/** The implementation of a proxy (ERC-1967): everything may be different from then on. */
const UPGRADED = 'Upgraded(address)'
const NAME_TRANSFER = 'Transfer(bytes32,address)'
const NAME_NEW_OWNER = 'NewOwner(bytes32,bytes32,address)'

/** Signatures by what a contract is. Those of ERC-20 and ERC-721 are equal, they differ in what is indexed. */
export const CONTRACT_EVENTS = {
  token: ['Transfer(address,address,uint256)', UPGRADED],
  multiToken: [...MULTI_TOKEN_EVENTS, UPGRADED],
  safe: ['AddedOwner(address)', 'RemovedOwner(address)'],
  accessControl: ['RoleGranted(bytes32,address,address)', 'RoleRevoked(bytes32,address,address)', UPGRADED],
  accessManager: ['RoleGranted(uint64,address,uint32,uint48,bool)', 'RoleRevoked(uint64,address)', UPGRADED],
  hats: [...MULTI_TOKEN_EVENTS, 'WearerStandingChanged(uint256,address,bool)', ...HAT_EVENTS],
  attestations: ['Attested(address,address,bytes32,bytes32)', 'Revoked(address,address,bytes32,bytes32)', UPGRADED],
  nameRegistry: [NAME_TRANSFER, NAME_NEW_OWNER],
  delegateRegistry: [
    'DelegateAll(address,address,bytes32,bool)',
    'DelegateContract(address,address,address,bytes32,bool)',
    'DelegateERC721(address,address,address,uint256,bytes32,bool)',
    'DelegateERC20(address,address,address,bytes32,uint256)',
    'DelegateERC1155(address,address,address,uint256,bytes32,uint256)',
  ],
} as const satisfies Record<string, readonly string[]>
export type ContractKind = keyof typeof CONTRACT_EVENTS

/** What a condition's contract is; undefined if nothing that it depends on emits an event. */
export function contractKindOf(condition: ChainCondition): ContractKind | undefined {
  switch (condition.kind) {
    case 'erc20_balance':
    case 'erc721_balance':
    case 'erc721_token':
    case 'poap':
      return 'token'
    case 'erc1155_balance':
      return 'multiToken'
    case 'safe_owner':
      return 'safe'
    case 'contract_role':
      return condition.system === 'access_control' ? 'accessControl' : 'accessManager'
    case 'hat':
      return 'hats'
    case 'attestation':
      return 'attestations'
    default:
      return undefined
  }
}

export function topicOf(signature: string): string {
  return `0x${Buffer.from(keccak256(signature)).toString('hex')}`
}

export type EventLog = { address: string; topics: readonly string[]; data: string; block: number }

const HAT_TOPICS = new Set(HAT_EVENTS.map(topicOf))
const [NAME_TRANSFER_TOPIC, NAME_NEW_OWNER_TOPIC] = [topicOf(NAME_TRANSFER), topicOf(NAME_NEW_OWNER)]
const UPGRADED_TOPIC = topicOf(UPGRADED)

/** Whether it concerns everyone who depends on the contract. */
export function isUpgrade({ topics }: EventLog): boolean {
  return topics[0] === UPGRADED_TOPIC
}

/** The hat or the node of the name that it is about, if it does not name everyone it concerns. */
export function itemOf({ topics, data }: EventLog): string | undefined {
  const [topic = '', first = '', second = ''] = topics
  if (HAT_TOPICS.has(topic)) return wordsOf(data)[0]
  if (topic === NAME_TRANSFER_TOPIC) return first
  if (topic === NAME_NEW_OWNER_TOPIC)
    return `0x${Buffer.from(keccak256(Buffer.from(first.slice(2) + second.slice(2), 'hex'))).toString('hex')}`
  return undefined
}

/** Arrays come after the words that are read. */
const WORDS_READ = 4

/** Every indexed or plain value that may be an address: contracts differ in what they index, and known wallets are few. */
export function addressesIn({ topics, data }: EventLog): string[] {
  return [...topics.slice(1), ...wordsOf(data)].flatMap((word) => {
    const address = `0x${word.slice(26)}`
    return /^0x0{24}/.test(word) && /[1-9a-f]/.test(address.slice(2)) ? [address] : []
  })
}

function wordsOf(data: string): string[] {
  const words = data.slice(2, 2 + 64 * WORDS_READ).match(/.{64}/g) ?? []
  return words.map((word) => `0x${word}`)
}
