import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account } from './account.ts'
import { BITCOIN_MAINNET, chainIdOf, chainOf, families, type Namespace, namespaces, SOLANA_MAINNET } from './family.ts'

const accounts: Account[] = [
  { namespace: 'eip155', chain: '10', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { namespace: 'solana', chain: SOLANA_MAINNET, address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' },
  { namespace: 'bip122', chain: BITCOIN_MAINNET, address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l' },
]

for (const account of accounts)
  test(`an account of ${account.namespace} has an address and a chain ID of its family`, () => {
    assert.match(account.address, families[account.namespace].address)
    assert.match(chainIdOf(account), families[account.namespace].chainId)
    assert.equal(chainOf(account.namespace, chainIdOf(account)), account.chain)
  })

describe('chainOf', () => {
  const unknown: [Namespace, string][] = [
    ['solana', 'devnet'],
    ['solana', 'testnet'],
    ['solana', 'solana:devnet'],
    ['solana', SOLANA_MAINNET],
    ['bip122', 'testnet'],
    ['bip122', 'solana:mainnet'],
    ['bip122', BITCOIN_MAINNET],
  ]
  for (const [namespace, chainId] of unknown)
    test(`knows no ${chainId} of ${namespace}`, () => assert.equal(chainOf(namespace, chainId), undefined))

  test('accepts both spellings of Solana wallets', () => {
    assert.equal(chainOf('solana', 'mainnet'), SOLANA_MAINNET)
    assert.equal(chainOf('solana', 'solana:mainnet'), SOLANA_MAINNET)
  })
})

test('every namespace has a family of its own name', () => {
  assert.equal(new Set(namespaces.map((namespace) => families[namespace].name)).size, namespaces.length)
})
