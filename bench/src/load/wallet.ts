/** Temporary wallets that share their nonces, so that signing does not limit the load. */

import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOfKey, checksumAddress } from '../../../server/src/platform/crypto/address.ts'
import { keccak256 } from '../../../server/src/platform/crypto/hash.ts'

export type Wallet = { key: Uint8Array; address: `0x${string}` }

const { Fn, BASE } = secp256k1.Point
const { n: ORDER } = secp256k1.Point.CURVE()

const first = Fn.fromBytes(secp256k1.utils.randomSecretKey())
let last = { secret: first, point: BASE.multiply(first) }

/** The key after the last one, whose point is a sum instead of a product. */
export function newWallet(): Wallet {
  last = { secret: Fn.add(last.secret, 1n), point: last.point.add(BASE) }
  return walletOf(Fn.toBytes(last.secret), last.point.toBytes(false))
}

/** The same wallet in every process. */
export function walletAt(number: number): Wallet {
  const key = createHash('sha256').update(`wallet ${number}`).digest()
  return walletOf(key, secp256k1.getPublicKey(key, false))
}

function walletOf(key: Uint8Array, publicKey: Uint8Array): Wallet {
  return { key, address: checksumAddress(addressOfKey(publicKey)) as `0x${string}` } // checksumAddress begins with 0x
}

/** A new one for each signature would take most of the time. Whoever knows them learns the keys. */
const NONCES = Array.from({ length: 64 }, newNonce)

function newNonce() {
  const nonce = Fn.fromBytes(secp256k1.utils.randomSecretKey())
  const { x, y } = BASE.multiply(nonce).toAffine()
  return { inverse: Fn.inv(nonce), r: x % ORDER, isOdd: y % 2n === 1n }
}

/** The ERC-191 signature of an ASCII text. */
export function signText({ key }: Wallet, text: string): `0x${string}` {
  const hash = keccak256(`\x19Ethereum Signed Message:\n${text.length}${text}`)
  const { inverse, r, isOdd } = NONCES[(hash[0] ?? 0) % NONCES.length] ?? newNonce()
  const s = Fn.mul(inverse, Fn.add(numberOf(hash) % ORDER, Fn.mul(r, Fn.fromBytes(key))))
  const isHigh = s > ORDER / 2n
  return `0x${word(r)}${word(isHigh ? ORDER - s : s)}${isOdd === isHigh ? '1b' : '1c'}`
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
