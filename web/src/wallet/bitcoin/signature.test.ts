import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BitcoinAccount, newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { KnownProblemError } from '../wallet-error.ts'
import { toSignature } from './signature.ts'

const TEXT = 'id.example wants you to sign in with your Bitcoin account:'

async function signatureOf(account: BitcoinAccount): Promise<string> {
  const { signature } = await account.sign(TEXT)
  return signature
}

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))
const withoutPrefix = (signature: string) => signature.replace(/^(?:smp|ful)/, '')

function problemOf(run: () => unknown) {
  try {
    run()
  } catch (error) {
    return error instanceof KnownProblemError ? error.problem.code : error
  }
  return undefined
}

for (const type of ['p2wpkh', 'p2tr'] as const) {
  test(`reads a simple ${type} signature in every encoding`, async () => {
    const account = newBitcoinAccount(type)
    const simple = withoutPrefix(await signatureOf(account))
    const bytes = bytesOf(simple)
    const hex = Buffer.from(bytes).toString('hex')
    const encodings = {
      base64: simple,
      unpadded: simple.replaceAll('=', ''),
      base64url: Buffer.from(bytes).toString('base64url'),
      spaced: ` ${simple}\n`,
      bytes,
      buffer: Buffer.from(bytes),
      numbers: [...bytes],
      'bytes of base64': new TextEncoder().encode(simple),
      hex,
      'upper-case hex': hex.toUpperCase(),
      '0x hex': `0x${hex}`,
    }
    for (const [name, value] of Object.entries(encodings))
      assert.equal(toSignature(value, account.address), simple, name)
  })
}

test('keeps the prefix of BIP-322', async () => {
  const account = newBitcoinAccount('p2wpkh')
  const prefixed = `smp${withoutPrefix(await signatureOf(account))}`
  assert.equal(toSignature(prefixed, account.address), prefixed)
  assert.equal(toSignature(new TextEncoder().encode(prefixed), account.address), prefixed)
  assert.equal(toSignature(prefixed.replaceAll('=', ''), account.address), prefixed)
})

test('reads a legacy signature for P2PKH', async () => {
  const account = newBitcoinAccount('p2pkh', 'legacy')
  const legacy = await signatureOf(account)
  assert.equal(toSignature(legacy, account.address), legacy)
  assert.equal(toSignature(bytesOf(legacy), account.address), legacy)
  assert.equal(toSignature(Buffer.from(bytesOf(legacy)).toString('hex'), account.address), legacy)
})

test('reads full signatures', async () => {
  for (const type of ['p2pkh', 'p2sh_p2wpkh'] as const) {
    const account = newBitcoinAccount(type, 'full')
    const full = await signatureOf(account)
    assert.equal(toSignature(full, account.address), full, type)
    assert.equal(toSignature(withoutPrefix(full), account.address), full, type)
    assert.equal(toSignature(bytesOf(withoutPrefix(full)), account.address), full, type)
  }
})

test('says that an older signature format is not supported for SegWit and Taproot', async () => {
  const legacy = await signatureOf(newBitcoinAccount('p2pkh', 'legacy'))
  for (const type of ['p2wpkh', 'p2tr'] as const) {
    const { address } = newBitcoinAccount(type)
    assert.equal(
      problemOf(() => toSignature(legacy, address)),
      'signature_unsupported',
      type,
    )
  }
})

test('says that P2SH is not supported with a simple or an older signature', async () => {
  const { address } = newBitcoinAccount('p2sh_p2wpkh')
  const simple = await signatureOf(newBitcoinAccount('p2wpkh'))
  const legacy = await signatureOf(newBitcoinAccount('p2pkh', 'legacy'))
  assert.equal(
    problemOf(() => toSignature(simple, address)),
    'address_unsupported',
  )
  assert.equal(
    problemOf(() => toSignature(legacy, address)),
    'address_unsupported',
  )
})

test('refuses what is not a signature', () => {
  const { address } = newBitcoinAccount('p2wpkh')
  const values = [
    undefined,
    null,
    7,
    {},
    '',
    'no signature!',
    '0x',
    'abc'.repeat(5000),
    'q'.repeat(88),
    new Uint8Array(),
  ]
  for (const value of [...values, new Uint8Array(100_000).fill(255)])
    assert.equal(toSignature(value, address), undefined)
})
