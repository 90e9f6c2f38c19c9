/** Reads witnesses, transactions and scripts as the Bitcoin network encodes them. Accepts one encoding of each only. */

import { malformed } from './ecdsa-encoding.ts'

export type Witness = readonly Uint8Array[]

/** `prevout` is the id of the spent transaction and the index of its output, 36 bytes. */
export type Input = { prevout: Uint8Array; scriptSig: Uint8Array; sequence: number }
export type Output = { amount: bigint; script: Uint8Array }
export type Transaction = {
  version: number
  inputs: readonly Input[]
  outputs: readonly Output[]
  /** One per input; empty without SegWit. */
  witnesses: readonly Witness[]
  lockTime: number
}

export function readWitness(bytes: Uint8Array): Witness {
  const reader = openReader(bytes)
  const witness = reader.list(reader.bytes)
  reader.end()
  return witness
}

export function readTransaction(bytes: Uint8Array): Transaction {
  const reader = openReader(bytes)
  const version = reader.u32()
  const hasWitness = reader.skip(SEGWIT_MARKER)
  const inputs = reader.list((): Input => {
    return { prevout: reader.take(36), scriptSig: reader.bytes(), sequence: reader.u32() }
  })
  const outputs = reader.list((): Output => ({ amount: reader.u64(), script: reader.bytes() }))
  const witnesses = hasWitness ? inputs.map(() => reader.list(reader.bytes)) : []
  const lockTime = reader.u32()
  reader.end()
  // A transaction without any witness is written in the old form.
  if (hasWitness && witnesses.every((witness) => witness.length === 0)) throw malformed()
  return { version, inputs, outputs, witnesses, lockTime }
}

/** What a script pushes, in the shortest encoding, if it does nothing else. */
export function readPushes(script: Uint8Array): Uint8Array[] {
  const reader = openReader(script)
  const pushes: Uint8Array[] = []
  while (!reader.isAtEnd()) pushes.push(reader.take(readPushLength(reader)))
  return pushes
}

const OP_PUSHDATA1 = 0x4c
const OP_PUSHDATA2 = 0x4d

function readPushLength(reader: Reader): number {
  const code = reader.u8()
  if (code < OP_PUSHDATA1) return code
  const length = code === OP_PUSHDATA1 ? reader.u8() : code === OP_PUSHDATA2 ? reader.u16() : 0
  if (length < (code === OP_PUSHDATA1 ? OP_PUSHDATA1 : 0x100)) throw malformed()
  return length
}

// The number of inputs is never zero, so this is not the beginning of an old transaction.
const SEGWIT_MARKER = Buffer.from([0, 1])

/** The stack of a script has no more items. */
const ITEMS_MAX = 1000

type Reader = ReturnType<typeof openReader>

function openReader(source: Uint8Array) {
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.length)
  let at = 0
  const take = (length: number): Buffer => {
    if (length > buffer.length - at) throw malformed()
    at += length
    return buffer.subarray(at - length, at)
  }
  const u8 = () => take(1).readUInt8()
  const u16 = () => take(2).readUInt16LE()
  const u32 = () => take(4).readUInt32LE()
  const u64 = () => take(8).readBigUInt64LE()
  /** A length above 65,535 does not fit into a signature that is accepted. */
  const compactSize = (): number => {
    const first = u8()
    if (first < 0xfd) return first
    const size = first === 0xfd ? u16() : 0
    if (size < 0xfd) throw malformed()
    return size
  }
  const bytes = () => take(compactSize())
  return {
    take,
    u8,
    u16,
    u32,
    u64,
    bytes,
    list<T>(read: () => T): T[] {
      const items: T[] = []
      const count = compactSize()
      if (count > ITEMS_MAX) throw malformed()
      for (let left = count; left > 0; left--) items.push(read())
      return items
    },
    skip(expected: Buffer): boolean {
      const found = buffer.subarray(at, at + expected.length).equals(expected)
      if (found) at += expected.length
      return found
    },
    isAtEnd: () => at === buffer.length,
    end(): void {
      if (at !== buffer.length) throw malformed()
    },
  }
}
