import type { ContractDescription } from '@countersign/contract/routes/admin/rule.ts'
import type { LeafCondition } from '@countersign/contract/rule/rule.ts'

export type LeafKind = LeafCondition['kind']

const POAP = '0x22C1f6050E56d2876009903609a2cC3fEf83B415'
const EAS_OP_STACK = '0x4200000000000000000000000000000000000021'

/** Contracts with one well-known address on each network. */
const knownContracts: Partial<Record<LeafKind, { name: string; of: (chainId: number) => string | undefined }>> = {
  poap: { name: 'POAP', of: (chainId) => ({ 1: POAP, 100: POAP })[chainId] },
  hat: { name: 'Hats Protocol', of: () => '0x3bc1A0Ad72417f2d411118085256fC53CBdDd137' },
  attestation: {
    name: 'EAS',
    of: (chainId) =>
      ({
        1: '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587',
        10: EAS_OP_STACK,
        8453: EAS_OP_STACK,
        84532: EAS_OP_STACK,
      })[chainId],
  },
}

export function knownContract(kind: LeafKind, chainId: number): { name: string; address: string } | undefined {
  const known = knownContracts[kind]
  const address = known?.of(chainId)
  return known && address ? { name: known.name, address } : undefined
}

export function isKnownAddress(kind: LeafKind, address: string): boolean {
  return [1, 10, 100].some((chainId) => knownContract(kind, chainId)?.address === address)
}

/** The kinds of condition that fit what is at an address, the likeliest first. */
const FITTING: Partial<Record<ContractDescription['kind'], LeafKind[]>> = {
  erc20: ['erc20_balance'],
  erc721: ['erc721_balance', 'erc721_token'],
  erc1155: ['erc1155_balance'],
  safe: ['safe_owner'],
  access_control: ['contract_role'],
  access_manager: ['contract_role'],
}

/** Kinds that only fit one kind of contract. */
const STRICT = new Set(Object.values(FITTING).flat())

/** The kind to offer instead, if the contract is of a kind that this condition cannot use. */
export function betterKind(kind: LeafKind, found: ContractDescription['kind']): LeafKind | undefined {
  const fitting = FITTING[found]
  if (!fitting || !STRICT.has(kind) || fitting.includes(kind)) return undefined
  // A token with roles of its own fits both.
  if (kind === 'contract_role' && found !== 'safe') return undefined
  return fitting[0]
}
