import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import { hashMessage, recoverSigner, verifyEvmProof } from './verify-signature.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HALF = ORDER / 2n

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const joinParts = (r: bigint, s: bigint, v: number) => `0x${word(r)}${word(s)}${v.toString(16).padStart(2, '0')}`

/** Accounts until both parities have signed. */
async function signBoth() {
  const found = new Map<number, { account: ReturnType<typeof newAccount>; message: string; r: bigint; s: bigint }>()
  for (let round = 0; found.size < 2; round++) {
    const [account, message] = [newAccount(), `message ${round}`]
    const signature = await account.signMessage({ message })
    const [r, s] = [BigInt(`0x${signature.slice(2, 66)}`), BigInt(`0x${signature.slice(66, 130)}`)]
    found.set(Number.parseInt(signature.slice(130), 16), { account, message, r, s })
  }
  return found
}

const signed = await signBoth()

describe('verifyEvmProof', () => {
  for (const [v, { account, message, r, s }] of signed) {
    const verify = (signature: string, address: string = account.address) =>
      verifyEvmProof({ address, message, signature })

    test(`accepts a signature with v ${v} in every form`, () => {
      verify(joinParts(r, s, v))
      verify(joinParts(r, s, v - 27))
      verify(`0x${word(r)}${word(s | (BigInt(v - 27) << 255n))}`)
    })

    test(`rejects a signature with v ${v} and the other parity`, () => {
      assert.throws(() => verify(joinParts(r, s, 55 - v)), { code: 'signature_invalid' })
      assert.throws(() => verify(joinParts(r, s, 28 - v)), { code: 'signature_invalid' })
      assert.throws(() => verify(`0x${word(r)}${word(s | (BigInt(28 - v) << 255n))}`), { code: 'signature_invalid' })
    })

    test(`rejects malformed signatures derived from one with v ${v}`, () => {
      const malformed = [
        '',
        '0x',
        joinParts(r, ORDER - s, 55 - v),
        joinParts(r, s, 2),
        joinParts(r, s, 26),
        joinParts(r, s, 29),
      ]
      const bounds = [
        joinParts(0n, s, v),
        joinParts(r, 0n, v),
        joinParts(ORDER, s, v),
        joinParts(ORDER + 1n, s, v),
        joinParts(r, HALF + 1n, v),
      ]
      const good = joinParts(r, s, v)
      const spellings = [good.replace('0x', '0X'), good.slice(2), `${good}0`, `${good}\n`, ` ${good}`]
      for (const signature of [...malformed, ...bounds, ...spellings])
        assert.throws(() => verify(signature), { code: 'signature_malformed' }, signature)
    })

    test(`accepts r and s up to their bounds, with v ${v}`, () => {
      for (const signature of [
        joinParts(r, HALF, v),
        joinParts(ORDER - 1n, s, v),
        joinParts(r, 1n, v),
        joinParts(r, 1n << 248n, v),
      ])
        assert.throws(() => verify(signature), { code: 'signature_invalid' }, signature)
    })

    test(`leaves a longer signature to a contract, derived from one with v ${v}`, () => {
      assert.throws(() => verify(`${joinParts(r, s, v)}00`), { code: 'network_not_configured' })
    })

    test(`rejects an address without an EIP-55 checksum, signed with v ${v}`, () => {
      const detail = 'The address has an invalid EIP-55 checksum.'
      for (const address of [account.address.toLowerCase(), `0x${account.address.slice(2).toUpperCase()}`])
        assert.throws(() => verify(joinParts(r, s, v), address), { code: 'address_invalid', detail })
    })
  }

  test('rejects a reserved address', () => {
    const detail = 'The address is reserved.'
    const proof = { address: `0x${'0'.repeat(40)}`, message: 'x', signature: `0x${'00'.repeat(65)}` }
    assert.throws(() => verifyEvmProof(proof), { code: 'address_invalid', detail })
  })
})

describe('recoverSigner', () => {
  test('finds no signer when no curve point has that r', () => {
    assert.equal(recoverSigner('x', joinParts(5n, 1n, 27)), undefined)
  })

  test('finds the signer of a random message', async () => {
    for (let round = 0; round < 40; round++) {
      const [account, message] = [newAccount(), `round ${round}`]
      assert.equal(recoverSigner(message, await account.signMessage({ message })), account.address.toLowerCase())
    }
  })
})

describe('hashMessage', () => {
  test('hashes the message with its ERC-191 prefix', () => {
    const hash = 'd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68'
    assert.equal(Buffer.from(hashMessage('hello world')).toString('hex'), hash)
  })
})
