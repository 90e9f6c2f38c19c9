import type { Curve } from './curve.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** What noble computes for `HASH`, which would take a fifth of a second at every start. */
const HASH = new Uint8Array(32).fill(7)
const OTHER_HASH = new Uint8Array(32).fill(8)

const RECOVERIES = [
  {
    signature: bytes(
      'befc831892294b68a60b57e542332d75b8d6f8ef2cdd27f15b565ed297757d983467158c8338e11feb40ec5d704133298f1f3450a0605f87f7c8c48bdb7aa6ca',
    ),
    recovery: 1,
    key: '0456b328b30c8bf5839e24058747879408bdb36241dc9c2e7c619faa12b2920967ab7cd9ff8ea7fd4f421b1e19f52e955d497a2c83285a6a8ff72c577d6c2fd490',
  },
  {
    signature: bytes(
      '001af75f8a0ececcc4af0ccdbcccc1a81656eca444e3484151212ad1823ae1227cc07485ba5a779f1f12089090e4b013322db0dae4e8151592c0b1ee0fd0f74d',
    ),
    recovery: 0,
    key: '041b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f70beaf8f588b541507fed6a642c5ab42dfdf8120a7f639de5122d47a69a8e8d1',
  },
] as const

const X = bytes('4d4b6cd1361032ca9bd2aeb9d900aa4d45d9ead80ac9423374c451a7254d0766')
const KEY = Buffer.concat([Buffer.from([2]), X])
const ECDSA = bytes(
  'db58207ef41c511b5405e7ebd6a3b0f671cdf94d482b534465af19859ff420c136931e142b174375f5f7aa32268c33a2fd6adfcd98814848f01a899b77e4bfc5',
)
const SCHNORR = bytes(
  'ce1def2aad1c66e0d829713d83a873ee242ec5d1a11aebc38c3176c81d3e504c3071fedc46cb8d17e5c1396537cb3508df79ad11c4ea63f3bee93fa8edfd5d7c',
)
const ZERO = new Uint8Array(64)

export function passSelfTest(curve: Curve): boolean {
  return (
    RECOVERIES.every(({ signature, recovery, key }) => hexOf(curve.recover(signature, recovery, HASH)) === key) &&
    curve.recover(ZERO, 1, HASH) === undefined &&
    curve.verifyEcdsa(ECDSA, HASH, KEY) &&
    !curve.verifyEcdsa(ECDSA, OTHER_HASH, KEY) &&
    !curve.verifyEcdsa(ZERO, HASH, KEY) &&
    curve.verifySchnorr(SCHNORR, HASH, X) &&
    !curve.verifySchnorr(SCHNORR, OTHER_HASH, X) &&
    !curve.verifySchnorr(ZERO, HASH, X) &&
    curve.isOnCurve(X) &&
    !curve.isOnCurve(new Uint8Array(32).fill(0xff))
  )
}

function hexOf(key: Uint8Array | undefined): string | undefined {
  return key && Buffer.from(key).toString('hex')
}
