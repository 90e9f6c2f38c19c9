/** Bitcoin addresses of the main network whose owner is a single key. */

import { base58ToBin } from '@bitauth/libauth/build/lib/format/base-convert.js'
import { AppError } from '@countersign/contract/error/errors.ts'
import { families } from '@countersign/contract/family/family.ts'
import { curve } from '../secp256k1/load-curve.ts'
import { bytesOf, decodeBech32 } from './bech32.ts'
import { doubleSha256 } from './hash.ts'

export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

/** `program` is the hash or the key that the address encodes, `script` the script that locks its coins. */
export type BitcoinAddress = { text: string; type: AddressType; program: Uint8Array; script: Uint8Array }

/** Throws what is wrong with the address. `text` of the result is the form in which it is stored. */
export function readAddress(text: string): BitcoinAddress {
  if (!families.bip122.address.test(text)) throw new AppError('address_invalid')
  return readSegwitAddress(text) ?? readBase58Address(text)
}

const BASE58_TYPES: Record<number, 'p2pkh' | 'p2sh' | 'other_network'> = {
  0: 'p2pkh',
  5: 'p2sh',
  111: 'other_network',
  196: 'other_network',
}

function readBase58Address(text: string): BitcoinAddress {
  const bytes = decodeBase58Check(text)
  const type = bytes?.length === 21 ? BASE58_TYPES[bytes[0] ?? 255] : undefined
  if (!bytes || !type) throw new AppError('address_invalid')
  if (type === 'other_network') throw new AppError('network_unsupported')
  const program = bytes.subarray(1)
  const script =
    type === 'p2pkh' ? payToKeyHash(program) : Buffer.concat([Buffer.from([0xa9, 20]), program, Buffer.from([0x87])])
  return { text, type, program, script }
}

const CHECKSUM_LENGTH = 4

function decodeBase58Check(text: string): Uint8Array | undefined {
  const bytes = base58ToBin(text)
  if (typeof bytes === 'string') return undefined
  const content = bytes.subarray(0, -CHECKSUM_LENGTH)
  const checksum = doubleSha256(content).subarray(0, CHECKSUM_LENGTH)
  return checksum.equals(bytes.subarray(-CHECKSUM_LENGTH)) ? content : undefined
}

/** The script of P2PKH; also what a P2WPKH signature commits to. */
export function payToKeyHash(keyHash: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([0x76, 0xa9, 20]), keyHash, Buffer.from([0x88, 0xac])])
}

const OTHER_NETWORKS = ['tb', 'bcrt']

/** Undefined if the text is not bech32. */
function readSegwitAddress(text: string): BitcoinAddress | undefined {
  const decoded = decodeBech32(text)
  if (!decoded) return undefined
  const [version = 0, ...words] = decoded.words
  const program = bytesOf(words)
  if (!program || !isWitnessProgram(version, program.length) || (version === 0) !== (decoded.encoding === 'bech32'))
    throw new AppError('address_invalid')
  if (OTHER_NETWORKS.includes(decoded.prefix)) throw new AppError('network_unsupported')
  if (decoded.prefix !== 'bc') throw new AppError('address_invalid')
  return fromProgram(text.toLowerCase(), version, program)
}

/** BIP-141. */
function isWitnessProgram(version: number, length: number): boolean {
  return version === 0 ? length === 20 || length === 32 : version <= 16 && length >= 2 && length <= 40
}

function fromProgram(text: string, version: number, program: Uint8Array): BitcoinAddress {
  if (version === 0 && program.length === 20)
    return { text, type: 'p2wpkh', program, script: Buffer.concat([Buffer.from([0, 20]), program]) }
  if (version === 0)
    throw new AppError('address_unsupported', { detail: 'P2WSH addresses are not supported, only single keys.' })
  if (version > 1 || program.length !== 32)
    throw new AppError('address_unsupported', { detail: 'This type of Bitcoin address is not supported.' })
  if (!curve.isOnCurve(program)) throw new AppError('address_invalid')
  return { text, type: 'p2tr', program, script: Buffer.concat([Buffer.from([0x51, 32]), program]) }
}
