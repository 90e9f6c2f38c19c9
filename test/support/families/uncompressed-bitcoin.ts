/** P2PKH with an uncompressed key, as wallets of the first years have. */

import { p2pkh } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { concatBytes, pubECDSA, sha256x2, signECDSA } from '@scure/btc-signer/utils.js'
import { push, SIGHASH_ALL, toBase64, toSpendId } from './bip322.ts'

export function uncompressedAddress(privateKey: Uint8Array): string {
  return p2pkh(pubECDSA(privateKey, false)).address
}

/** A full signature. A hybrid key has both coordinates and the parity of y in its first byte. */
export function signUncompressed(
  privateKey: Uint8Array,
  text: string,
  form: 'uncompressed' | 'hybrid' = 'uncompressed',
): string {
  const key = pubECDSA(privateKey, false)
  const { script } = p2pkh(key)
  const toSign = (finalScriptSig: Uint8Array) =>
    RawOldTx.encode({
      version: 0,
      inputs: [{ txid: toSpendId(text, script), index: 0, finalScriptSig, sequence: 0 }],
      outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
      lockTime: 0,
    })
  const hash = sha256x2(toSign(script), Uint8Array.of(SIGHASH_ALL, 0, 0, 0))
  const signature = concatBytes(signECDSA(hash, privateKey, true), Uint8Array.of(SIGHASH_ALL))
  const first = form === 'hybrid' ? 6 + ((key[64] ?? 0) & 1) : 4
  const written = concatBytes(Uint8Array.of(first), key.subarray(1))
  return `ful${toBase64(toSign(concatBytes(push(signature), push(written))))}`
}
