/** BIP-322 simple signatures of P2WPKH and P2TR, for the demo wallet. */

import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32, bech32m } from '@scure/base'
import { ripemd160, sha256 } from 'viem'

/** Signs as Wallet Standard returns it: the bytes of the witness. */
export type BitcoinKey = { address: string; publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array }

const SIGHASH_ALL = 1
const NO_OUTPUT_VALUE = new Uint8Array(8)

export function createSegwitKey(secret: Uint8Array): BitcoinKey {
  const publicKey = secp256k1.getPublicKey(secret, true)
  const program = ripemd160(sha256(publicKey, 'bytes'), 'bytes')
  const script = join([0x00, 20], program)
  return {
    address: bech32.encode('bc', [0, ...bech32.toWords(program)]),
    publicKey,
    sign(message) {
      const hash = hashForSegwit(toSpendId(message, script), program)
      const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'der' })
      return writeWitness(join(signature, [SIGHASH_ALL]), publicKey)
    },
  }
}

export function createTaprootKey(secret: Uint8Array): BitcoinKey {
  const tweaked = tweakSecret(secret)
  const program = schnorr.getPublicKey(tweaked)
  const script = join([0x51, 32], program)
  return {
    address: bech32m.encode('bc', [1, ...bech32m.toWords(program)]),
    publicKey: schnorr.getPublicKey(secret),
    sign(message) {
      const hash = hashForTaproot(toSpendId(message, script), script)
      return writeWitness(schnorr.sign(hash, tweaked))
    },
  }
}

/** BIP-341, without scripts. */
function tweakSecret(secret: Uint8Array): Uint8Array {
  const { Point, utils } = schnorr
  const { Fn } = Point
  const scalar = Fn.fromBytes(secret)
  const publicKey = Point.BASE.multiply(scalar)
  const even = publicKey.y % 2n === 0n ? scalar : Fn.neg(scalar)
  const tweak = Fn.fromBytes(utils.taggedHash('TapTweak', utils.pointToBytes(publicKey)))
  return Fn.toBytes(Fn.add(even, tweak))
}

/** The virtual transaction that the message is in. */
function toSpendId(message: Uint8Array, script: Uint8Array): Uint8Array {
  const messageHash = schnorr.utils.taggedHash('BIP0322-signed-message', message)
  const input = join(new Uint8Array(32), number(0xffffffff), [34, 0x00, 32], messageHash, number(0))
  const output = join(NO_OUTPUT_VALUE, [script.length], script)
  return hashTwice(join(number(0), [1], input, [1], output, number(0)))
}

const OUTPUT = join(NO_OUTPUT_VALUE, [1, 0x6a])

/** BIP-143. */
function hashForSegwit(spent: Uint8Array, program: Uint8Array): Uint8Array {
  const outpoint = join(spent, number(0))
  const scriptCode = join([25, 0x76, 0xa9, 20], program, [0x88, 0xac])
  return hashTwice(
    join(
      number(0),
      hashTwice(outpoint),
      hashTwice(number(0)),
      outpoint,
      scriptCode,
      NO_OUTPUT_VALUE,
      number(0),
      hashTwice(OUTPUT),
      number(0),
      number(SIGHASH_ALL),
    ),
  )
}

/** BIP-341, key path, SIGHASH_DEFAULT. */
function hashForTaproot(spent: Uint8Array, script: Uint8Array): Uint8Array {
  const hash = (bytes: Uint8Array) => sha256(bytes, 'bytes')
  const common = join(
    [0x00],
    number(0),
    number(0),
    hash(join(spent, number(0))),
    hash(NO_OUTPUT_VALUE),
    hash(join([script.length], script)),
    hash(number(0)),
    hash(OUTPUT),
  )
  return schnorr.utils.taggedHash('TapSighash', join([0x00], common, [0x00], number(0)))
}

function writeWitness(...items: Uint8Array[]): Uint8Array {
  return join([items.length], ...items.map((item) => join([item.length], item)))
}

function hashTwice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes, 'bytes'), 'bytes')
}

/** 32 bits, least significant byte first. */
function number(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}

function join(...parts: ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)))
}
