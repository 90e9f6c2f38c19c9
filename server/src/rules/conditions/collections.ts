import { ITEMS_PER_WALLET_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { addressOf, decodeHashes, decodeStruct, decodeWords, hashOf } from './abi.ts'
import { findHolding } from './balances.ts'
import { type Found, findByCall, type Kind, type Measurement, meetsAny, tooMany } from './look-up.ts'

/** `getReceivedAttestationUIDs(address,bytes32,uint256,uint256,bool)` of the EAS Indexer. */
const RECEIVED_UIDS = '0xaf288efe'
/** `getAttestation(bytes32)` */
const GET_ATTESTATION = '0xa3112a64'
/** `tokenDetailsOfOwnerByIndex(address,uint256)`: token and event. */
const DETAILS_BY_INDEX = '0x67e971ce'

/** Newest first. The indexer is only asked where to look: anybody may attest, and it knows what was handed to it. */
export function measureAttestation(measurement: Measurement, condition: Kind<'attestation'>): MeasureResult {
  const { address } = measurement.holder
  const values = [address, condition.schema, 0n, BigInt(ITEMS_PER_WALLET_MAX), true]
  const call = { to: condition.indexer, selector: RECEIVED_UIDS, values }
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
  const call = { to: contract, selector: GET_ATTESTATION, values: [uid] }
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
  const held = findHolding(measurement, contract)
  if (held.kind !== 'found') return held
  const isComplete = held.value <= ITEMS_PER_WALLET_MAX
  const found = Array.from({ length: isComplete ? Number(held.value) : ITEMS_PER_WALLET_MAX }, (_, index) => {
    const call = { to: contract, selector: DETAILS_BY_INDEX, values: [address, BigInt(index)] }
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
