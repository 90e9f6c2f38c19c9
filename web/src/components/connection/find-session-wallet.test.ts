import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Namespace } from '@countersign/contract/family/family.ts'
import type { WalletOption } from '../../wallet/wallet.ts'
import { findSessionWallet } from './find-session-wallet.ts'

const ETHEREUM = 'eip155:0:0x52908400098527886e0f7030069857d2e4169ee7'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

function option(name: string, namespaces: Namespace[], recent = false): WalletOption {
  const families = namespaces.map((namespace) => ({ namespace, id: `${namespace}:${name}` }))
  const id = families[0]?.id ?? ''
  return { id, name, icon: undefined, rdns: undefined, recent, kind: 'announced', families }
}

const metaMask = option('MetaMask', ['eip155', 'solana'])
const rabby = option('Rabby Wallet', ['eip155'], true)

test('finds the wallet by its name, in the family of the session', () => {
  const find = (account: string) => findSessionWallet([rabby, metaMask], { account, name: 'MetaMask' })
  assert.deepEqual([ETHEREUM, SOLANA].map(find), ['eip155:MetaMask', 'solana:MetaMask'])
})

test('falls back to the wallet used last, then to the only one', () => {
  assert.equal(findSessionWallet([metaMask, rabby], { account: ETHEREUM, name: null }), 'eip155:Rabby Wallet')
  assert.equal(findSessionWallet([rabby, metaMask], { account: SOLANA, name: 'Phantom' }), 'solana:MetaMask')
})

test('leaves the choice to the person if several wallets are possible, or none', () => {
  const phantom = option('Phantom', ['eip155', 'solana'])
  assert.equal(findSessionWallet([metaMask, phantom], { account: ETHEREUM, name: null }), undefined)
  assert.equal(findSessionWallet([rabby], { account: SOLANA, name: 'Rabby Wallet' }), undefined)
})
