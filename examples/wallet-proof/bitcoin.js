import { hash } from 'node:crypto'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32, bech32m } from '@scure/base'

/**
 * BIP-322 simple signatures of native SegWit (`bc1q…`, P2WPKH) and Taproot (`bc1p…`, key path) addresses. Other
 * addresses and forms need a library: pass it as `askBitcoin`.
 */
export async function isSignedBy({ address, message, signature }, { askBitcoin }) {
  const target = readAddress(address)
  if (target && !/^(?:ful|pof)/.test(signature)) return isSimple(target, message, signature.replace(/^smp/, ''))
  if (askBitcoin === undefined)
    throw new Error('wallet_proof: this Bitcoin address or signature needs askBitcoin, which was not given')
  return askBitcoin({ address, message, signature })
}

function readAddress(address) {
  const decoded = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address)
  if (decoded?.prefix !== 'bc') return undefined
  const [version, ...words] = decoded.words
  const program = Buffer.from(bech32.fromWords(words))
  if (version === 0 && program.length === 20) return { program, script: Buffer.concat([Buffer.from([0, 20]), program]) }
  if (version !== 1 || program.length !== 32) return undefined
  return { program, script: Buffer.concat([Buffer.from([0x51, 32]), program]), isTaproot: true }
}

function isSimple({ program, script, isTaproot }, message, signature) {
  try {
    const witness = readWitness(Buffer.from(signature, 'base64'))
    const prevout = prevoutOf(message, script)
    return isTaproot ? isTaprootSpend(witness, prevout, { program, script }) : isKeySpend(witness, prevout, program)
  } catch {
    return false
  }
}

/** Items shorter than 253 bytes, as all of these are. */
function readWitness(bytes) {
  const items = []
  let at = 1
  for (let left = bytes[0]; left > 0; left--) {
    const end = at + 1 + bytes[at]
    items.push(bytes.subarray(at + 1, end))
    at = end
  }
  if (at !== bytes.length) throw new Error('not a witness')
  return items
}

const sha256 = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer')
const doubleSha256 = (...parts) => sha256(sha256(...parts))
const tagged = (tag, ...parts) => sha256(sha256(Buffer.from(tag)), sha256(Buffer.from(tag)), ...parts)
const withLength = (bytes) => Buffer.concat([Buffer.from([bytes.length]), bytes])

const ZERO = Buffer.alloc(4)
const NO_AMOUNT = Buffer.alloc(8)
const ALL = Buffer.from([1, 0, 0, 0])
/** No coins, and OP_RETURN. */
const OUTPUT = Buffer.concat([NO_AMOUNT, Buffer.from([1, 0x6a])])

/** The output that the signed transaction spends: of a virtual transaction with the message and without coins. */
function prevoutOf(message, script) {
  const commitment = Buffer.concat([Buffer.from([0, 32]), tagged('BIP0322-signed-message', Buffer.from(message))])
  const input = Buffer.concat([Buffer.alloc(32), Buffer.alloc(4, 0xff), withLength(commitment), ZERO])
  const one = Buffer.from([1])
  return Buffer.concat([doubleSha256(ZERO, one, input, one, NO_AMOUNT, withLength(script), ZERO), ZERO])
}

/** BIP-143. */
function isKeySpend([signature, key, ...others], prevout, program) {
  const keyHash = hash('ripemd160', sha256(key), 'buffer')
  if (others.length > 0 || key.length !== 33 || !keyHash.equals(program) || signature.at(-1) !== 1) return false
  const code = Buffer.concat([Buffer.from([0x76, 0xa9, 20]), program, Buffer.from([0x88, 0xac])])
  const start = [ZERO, doubleSha256(prevout), doubleSha256(ZERO), prevout, withLength(code), NO_AMOUNT, ZERO]
  const sighash = doubleSha256(...start, doubleSha256(OUTPUT), ZERO, ALL)
  return secp256k1.verify(signature.subarray(0, -1), sighash, key, { prehash: false, format: 'der' })
}

/** BIP-341. */
function isTaprootSpend([signature, ...others], prevout, { program, script }) {
  const type = signature.length === 65 ? 1 : 0
  if (others.length > 0 || signature.length !== 64 + type || (type === 1 && signature[64] !== 1)) return false
  const spent = [sha256(prevout), sha256(NO_AMOUNT), sha256(withLength(script)), sha256(ZERO), sha256(OUTPUT)]
  const sighash = tagged('TapSighash', Buffer.from([0, type]), ZERO, ZERO, ...spent, Buffer.from([0]), ZERO)
  return schnorr.verify(signature.subarray(0, 64), sighash, program)
}
