/** Solana transaction messages: a strict decoder of what validators accept, and an encoder for tests. */

export type TransactionMessage = {
  version: 'legacy' | 0
  signers: number
  readonlySigners: number
  readonlyOthers: number
  keys: Buffer[]
  blockhash: Buffer
  instructions: { program: number; accounts: number[]; data: Buffer }[]
}

/** Undefined unless the bytes are exactly one legacy or version 0 message that passes the checks of validators. */
export function decodeTransaction(bytes: Uint8Array): TransactionMessage | undefined {
  try {
    return readTransaction(new Reader(Buffer.from(bytes)))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export function encodeTransaction(message: TransactionMessage): Buffer {
  const { signers, readonlySigners, readonlyOthers, keys, blockhash, instructions } = message
  return Buffer.concat([
    Buffer.from(message.version === 0 ? [0x80] : []),
    Buffer.from([signers, readonlySigners, readonlyOthers, keys.length]),
    ...keys,
    blockhash,
    Buffer.from([instructions.length]),
    ...instructions.map(({ program, accounts, data }) =>
      Buffer.concat([Buffer.from([program, accounts.length, ...accounts, data.length]), data]),
    ),
    Buffer.from(message.version === 0 ? [0] : []),
  ])
}

function readTransaction(reader: Reader): TransactionMessage {
  const first = reader.peek()
  // The top bit marks a versioned message; version 0 is the only one.
  const version = first & 0x80 ? 0 : 'legacy'
  if (version === 0) ensure(reader.byte() === 0x80)
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => reader.take(32))
  const blockhash = reader.take(32)
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: Buffer.from(reader.list(() => reader.byte())),
  }))
  let known = keys.length
  if (version === 0)
    reader.list(() => {
      reader.take(32)
      known += reader.list(() => reader.byte()).length + reader.list(() => reader.byte()).length
    })
  ensure(reader.isAtEnd())
  ensure(signers > 0 && readonlySigners < signers && signers + readonlyOthers <= keys.length)
  for (const { program, accounts } of instructions)
    ensure(program > 0 && program < keys.length && accounts.every((account) => account < known))
  return { version, signers, readonlySigners, readonlyOthers, keys, blockhash, instructions }
}

function ensure(condition: boolean): void {
  if (!condition) throw new RangeError('not a transaction')
}

class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  peek(): number {
    return this.#bytes.readUInt8(this.#at)
  }

  byte(): number {
    const value = this.peek()
    this.#at++
    return value
  }

  take(length: number): Buffer {
    ensure(this.#at + length <= this.#bytes.length)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** A compact-u16 and that many items. */
  list<T>(read: () => T): T[] {
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      length |= (byte & 0x7f) << shift
      ensure(length <= 0xffff && (shift === 0 || byte !== 0))
      if (!(byte & 0x80)) break
      ensure(shift < 14)
    }
    return Array.from({ length }, read)
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}
