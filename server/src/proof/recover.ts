/** Recovers public keys with libsecp256k1 as a native addon, or noble. The addon is used only after a self-test. */

import { loadNoble, loadSecp256k1Addon } from './secp256k1.ts'

/** 65 bytes uncompressed, valid until the next call; undefined if there is none. `signature` is r and s, 64 bytes. */
export type Recover = (signature: Uint8Array, recovery: 0 | 1, hash: Uint8Array) => Uint8Array | undefined

export type Recovery = { recover: Recover; kind: 'native' | 'plain' }

export function loadRecovery(): Recovery {
  const native = loadAddon()
  return native && passSelfTest(native) ? { recover: native, kind: 'native' } : { recover: recoverPlain, kind: 'plain' }
}

function loadAddon(): Recover | undefined {
  const addon = loadSecp256k1Addon()
  if (!addon) return undefined
  const key = new Uint8Array(65)
  return (signature, recovery, hash) => {
    try {
      return addon.ecdsaRecover(signature, recovery, hash, false, key)
    } catch {
      return undefined
    }
  }
}

export const recoverPlain: Recover = (signature, recovery, hash) => {
  const { secp256k1 } = loadNoble()
  try {
    const parsed = secp256k1.Signature.fromBytes(signature).addRecoveryBit(recovery)
    return parsed.recoverPublicKey(hash).toBytes(false)
  } catch {
    return undefined
  }
}

type KnownRecovery = { signature: Uint8Array; recovery: 0 | 1; key: string | undefined }

const KNOWN_HASH = new Uint8Array(32).fill(7)

/** What noble recovers from `KNOWN_HASH`; computing it at every start would take a fifth of a second. */
const KNOWN_RECOVERIES: readonly KnownRecovery[] = [
  {
    signature: Buffer.from(
      'befc831892294b68a60b57e542332d75b8d6f8ef2cdd27f15b565ed297757d983467158c8338e11feb40ec5d704133298f1f3450a0605f87f7c8c48bdb7aa6ca',
      'hex',
    ),
    recovery: 1,
    key: '0456b328b30c8bf5839e24058747879408bdb36241dc9c2e7c619faa12b2920967ab7cd9ff8ea7fd4f421b1e19f52e955d497a2c83285a6a8ff72c577d6c2fd490',
  },
  {
    signature: Buffer.from(
      '001af75f8a0ececcc4af0ccdbcccc1a81656eca444e3484151212ad1823ae1227cc07485ba5a779f1f12089090e4b013322db0dae4e8151592c0b1ee0fd0f74d',
      'hex',
    ),
    recovery: 0,
    key: '041b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f70beaf8f588b541507fed6a642c5ab42dfdf8120a7f639de5122d47a69a8e8d1',
  },
  { signature: new Uint8Array(64), recovery: 1, key: undefined },
  { signature: new Uint8Array(64).fill(0xff), recovery: 1, key: undefined },
]

export function passSelfTest(recover: Recover): boolean {
  return KNOWN_RECOVERIES.every(({ signature, recovery, key }) => {
    const recovered = recover(signature, recovery, KNOWN_HASH)
    return (recovered && Buffer.from(recovered).toString('hex')) === key
  })
}
