/** Temporary wallets that sign with native code, so that signing does not limit the load. */

import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { addressOfKey, checksumAddress } from '../../../server/src/platform/crypto/address.ts'
import { keccak256 } from '../../../server/src/platform/crypto/hash.ts'

type Secp256k1 = {
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(hash: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

const secp256k1: Secp256k1 = createRequire(new URL('../../../server/package.json', import.meta.url))('secp256k1')

export type Wallet = { key: Uint8Array; address: `0x${string}` }

export function newWallet(): Wallet {
  return walletOf(randomBytes(32))
}

/** The same wallet in every process. */
export function walletAt(number: number): Wallet {
  return walletOf(createHash('sha256').update(`wallet ${number}`).digest())
}

function walletOf(key: Uint8Array): Wallet {
  const address = checksumAddress(addressOfKey(secp256k1.publicKeyCreate(key, false)))
  return { key, address: address as `0x${string}` } // checksumAddress begins with 0x
}

/** The ERC-191 signature of an ASCII text. */
export function signText({ key }: Wallet, text: string): `0x${string}` {
  const hash = keccak256(`\x19Ethereum Signed Message:\n${text.length}${text}`)
  const { signature, recid } = secp256k1.ecdsaSign(hash, key)
  return `0x${Buffer.from(signature).toString('hex')}${recid === 0 ? '1b' : '1c'}`
}
