import { ITEMS_PER_WALLET_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { addressOf, decodeHashes, decodeNumber, decodeStruct, decodeWords, encodeCall, hashOf } from './abi.ts'
import { type Found, findByCall, type Kind, type Measurement, meetsAny, tooMany } from './look-up.ts'

/** `getReceivedAttestationUIDs(address,bytes32,uint256,uint256,bool)` of the EAS Indexer. */
const RECEIVED_UIDS = '0xaf288efe'
/** `getAttestation(bytes32)` */
const GET_ATTESTATION = '0xa3112a64'
/** `balanceOf(address)` */
const BALANCE_OF = '0x70a08231'
/** `tokenDetailsOfOwnerByIndex(address,uint256)`: token and event. */
const DETAILS_BY_INDEX = '0x67e971ce'

/** Newest first. The indexer is only asked where to look: anybody may attest, and it knows what was handed to it. */
export function measureAttestation(measurement: Measurement, condition: Kind<'attestation'>): MeasureResult {
  const { address } = measurement.holder
  const range = [0n, BigInt(ITEMS_PER_WALLET_MAX), true] as const
  const call = { to: condition.indexer, data: encodeCall(RECEIVED_UIDS, address, condition.schema, ...range) }
  const uids = findByCall(measurement, call, (data) => decodeHashes(data, ITEMS_PER_WALLET_MAX))
  if (uids.kind !== 'found') return uids
  const found = uids.value.map((uid) => findAttestation(measurement, condition, uid))
  return meetsAnyItem(uids, found, uids.value.length < ITEMS_PER_WALLET_MAX)
}

function findAttestation(
  measurement: Measurement,
  { contract, schema, attesters }: Kind<'attestation'>,
  uid: string,
): Found<boolean> {
  const { holder, options } = measurement
  const call = { to: contract, data: encodeCall(GET_ATTESTATION, uid) }
  return findByCall(measurement, call, (data) => {
    const attestation = decodeAttestation(data)
    if (!attestation) return undefined
    const { recipient, attester, expiresAt, revokedAt } = attestation
    const valid = revokedAt === 0n && (expiresAt === 0n || expiresAt * 1000n > options.now)
    const sought = attestation.uid === uid && attestation.schema === schema && recipient === holder.address
    return valid && sought && attester !== null && attesters.includes(attester)
  })
}

function decodeAttestation(data: string) {
  const [uid, schema, time, expiresAt, revokedAt, reference, recipientWord, attesterWord, revocable] =
    decodeStruct(data, 10) ?? []
  const [recipient, attester] = [addressOf(recipientWord), addressOf(attesterWord)]
  if (uid === undefined || schema === undefined || reference === undefined) return undefined
  if (recipient === undefined || attester === undefined || revocable === undefined || revocable > 1n) return undefined
  if (!isTime(time) || !isTime(expiresAt) || !isTime(revokedAt)) return undefined
  return { uid: hashOf(uid), schema: hashOf(schema), recipient, attester, expiresAt, revokedAt }
}

function isTime(word: bigint | undefined): word is bigint {
  return word !== undefined && word < 2n ** 64n
}

export function measurePoap(measurement: Measurement, { contract, eventId }: Kind<'poap'>): MeasureResult {
  const { address } = measurement.holder
  const held = findByCall(measurement, { to: contract, data: encodeCall(BALANCE_OF, address) }, decodeNumber)
  if (held.kind !== 'found') return held
  const isComplete = held.value <= ITEMS_PER_WALLET_MAX
  const found = Array.from({ length: isComplete ? Number(held.value) : ITEMS_PER_WALLET_MAX }, (_, index) => {
    const call = { to: contract, data: encodeCall(DETAILS_BY_INDEX, address, BigInt(index)) }
    return findByCall(measurement, call, (data) => {
      const [, event] = decodeWords(data, 2) ?? []
      return event === undefined ? undefined : event === BigInt(eventId)
    })
  })
  return meetsAnyItem(held, found, isComplete)
}

function meetsAnyItem(list: { block: number }, found: Found<boolean>[], isComplete: boolean): MeasureResult {
  if (found.length === 0) return { kind: 'met', met: false, block: list.block }
  const measured = meetsAny(found)
  return measured.kind === 'met' && !measured.met && !isComplete ? tooMany : measured
}
