import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { STANDARD_ICON } from '../../../../test/support/web/fake-family.ts'
import { readStandardAccounts, readStandardWallet } from './standard-wallet.ts'

const account = {
  address: 'abc',
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: ['solana:signIn'],
}
const wallet = {
  version: '1.0.0',
  name: 'Phantom',
  icon: STANDARD_ICON,
  chains: ['solana:mainnet', 7],
  features: { 'solana:signIn': { version: '1.0.0' }, 'solana:none': null },
  accounts: [account],
}

describe('readStandardWallet', () => {
  test('reads a wallet, and what it holds now', () => {
    const changing = { ...wallet }
    const read = readStandardWallet(changing)
    assert.deepEqual([read?.name, read?.icon, read?.chains()], ['Phantom', STANDARD_ICON, ['solana:mainnet']])
    assert.deepEqual(read?.feature('solana:signIn'), { version: '1.0.0' })
    assert.deepEqual([read?.feature('solana:none'), read?.feature('solana:signMessage')], [undefined, undefined])
    const { address, chains, features } = account
    assert.deepEqual(read?.accounts(), [{ address, chains, features, object: account }])
    changing.accounts = []
    assert.deepEqual(read?.accounts(), [])
  })

  test('needs a name', () => {
    for (const name of [undefined, 7, '', ' \u200b ']) assert.equal(readStandardWallet({ ...wallet, name }), undefined)
  })

  test('reads a wallet without the rest as empty', () => {
    const read = readStandardWallet({ name: 'Bare', features: 7, chains: {}, accounts: 'all' })
    assert.deepEqual(
      [read?.icon, read?.chains(), read?.feature('solana:signIn'), read?.accounts()],
      [undefined, [], undefined, []],
    )
  })
})

describe('readStandardAccounts', () => {
  test('leaves out entries without an address', () => {
    const throwing = {
      get address(): string {
        throw new Error('no')
      },
    }
    const listed = [null, 7, 'abc', {}, { address: 7 }, throwing, { address: 'abc', chains: 'all' }]
    assert.deepEqual(readStandardAccounts(listed), [
      { address: 'abc', chains: [], features: [], object: listed.at(-1) },
    ])
    for (const value of [undefined, null, {}, 'abc']) assert.deepEqual(readStandardAccounts(value), [])
  })

  test('reads at most a hundred accounts', () => {
    assert.equal(readStandardAccounts(Array.from({ length: 5000 }, () => account)).length, 100)
  })
})
