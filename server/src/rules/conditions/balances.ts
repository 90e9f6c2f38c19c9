import { ITEMS_PER_WALLET_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { decodeAddress, decodeNumber } from './abi.ts'
import {
  asAmount,
  findAll,
  findBalance,
  findByCall,
  findByCallOrRevert,
  type Kind,
  type Measurement,
  mapFound,
  tooMany,
} from './look-up.ts'

/** `balanceOf(address)`: ERC-20 and ERC-721 alike. */
const BALANCE_OF = '0x70a08231'
/** `balanceOf(address,uint256)` */
const BALANCE_OF_ID = '0x00fdd58e'
/** `ownerOf(uint256)` */
const OWNER_OF = '0x6352211e'
/** `tokenOfOwnerByIndex(address,uint256)` of ERC-721 Enumerable. */
const TOKEN_BY_INDEX = '0x2f745c59'

export function measureNativeBalance(measurement: Measurement): MeasureResult {
  return asAmount(findBalance(measurement, decodeNumber))
}

export function measureErc20Balance(measurement: Measurement, { contract }: Kind<'erc20_balance'>): MeasureResult {
  return asAmount(findHolding(measurement, contract))
}

export function measureErc721Balance(measurement: Measurement, { contract }: Kind<'erc721_balance'>): MeasureResult {
  const held = findHolding(measurement, contract)
  if (held.kind !== 'found') return held
  const { value: amount, block } = held
  if (!measurement.options.withTokens) return { kind: 'amount', amount, block }
  if (amount === 0n) return { kind: 'amount', amount, block, tokens: [] }
  if (amount > ITEMS_PER_WALLET_MAX) return tooMany
  const tokens = findAll(
    Array.from({ length: Number(amount) }, (_, index) => {
      const values = [measurement.holder.address, BigInt(index)]
      return findByCall(measurement, { to: contract, selector: TOKEN_BY_INDEX, values }, decodeNumber)
    }),
  )
  if (tokens.kind !== 'found') return tokens
  return { kind: 'amount', amount, block: Math.min(block, tokens.block), tokens: tokens.value.map(String) }
}

export function findHolding(measurement: Measurement, contract: string) {
  const values = [measurement.holder.address]
  return findByCall(measurement, { to: contract, selector: BALANCE_OF, values }, decodeNumber)
}

/** Nobody owns a token whose `ownerOf` reverts. */
export function measureErc721Token(measurement: Measurement, condition: Kind<'erc721_token'>): MeasureResult {
  const { contract, tokenId } = condition
  const call = { to: contract, selector: OWNER_OF, values: [BigInt(tokenId)] }
  const owner = findByCallOrRevert(measurement, call, decodeAddress)
  if (owner.kind !== 'found') return owner
  const met = owner.value === measurement.holder.address
  return {
    kind: 'met',
    met,
    block: owner.block,
    ...(measurement.options.withTokens && { tokens: met ? [tokenId] : [] }),
  }
}

export function measureErc1155Balance(measurement: Measurement, condition: Kind<'erc1155_balance'>): MeasureResult {
  const { contract, tokenIds } = condition
  const balances = findAll(
    [...new Set(tokenIds)].map((tokenId) => {
      const values = [measurement.holder.address, BigInt(tokenId)]
      return findByCall(measurement, { to: contract, selector: BALANCE_OF_ID, values }, decodeNumber)
    }),
  )
  return asAmount(mapFound(balances, (amounts) => amounts.reduce((sum, each) => sum + each, 0n)))
}
