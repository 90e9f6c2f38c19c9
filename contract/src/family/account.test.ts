import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ACCOUNT_FORM,
  type Account,
  contractChain,
  formatAccount,
  formatChain,
  parseAccount,
  parseAnyAccount,
} from './account.ts'
import { BITCOIN_MAINNET, SOLANA_MAINNET } from './family.ts'

const accounts: Account[] = [
  { namespace: 'eip155', chain: '10', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { namespace: 'solana', chain: SOLANA_MAINNET, address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' },
  { namespace: 'bip122', chain: BITCOIN_MAINNET, address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l' },
]

describe('accounts', () => {
  for (const account of accounts)
    test(`of ${account.namespace} are written as CAIP-10 and read back`, () => {
      const text = `${account.namespace}:${account.chain}:${account.address}`
      assert.equal(formatAccount(account), text)
      assert.equal(formatChain(account), `${account.namespace}:${account.chain}`)
      assert.deepEqual(parseAccount(text), account)
      assert.match(text, ACCOUNT_FORM)
    })

  const malformed = ['', 'eip155', 'eip155:1', 'eip155::0x', 'eip155:1:', 'solana:a:b:c', 'Solana:a:b', 'eip155:1:0x\n']
  for (const text of malformed)
    test(`are not read from ${JSON.stringify(text)}`, () => assert.equal(parseAnyAccount(text), undefined))

  test('of other namespaces are read by their form only', () => {
    assert.equal(parseAccount('cosmos:cosmoshub-3:cosmos1t2'), undefined)
    assert.deepEqual(parseAnyAccount('cosmos:cosmoshub-3:cosmos1t2'), {
      namespace: 'cosmos',
      chain: 'cosmoshub-3',
      address: 'cosmos1t2',
    })
  })
})

test('contractChain is the chain of an Ethereum account that is not a key', () => {
  assert.deepEqual(['eip155:10:0x12', 'eip155:0:0x12', `solana:${SOLANA_MAINNET}:1`, 'nothing'].map(contractChain), [
    10,
    undefined,
    undefined,
    undefined,
  ])
})
