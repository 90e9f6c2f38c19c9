import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Recent } from '../connection/recent.ts'
import type { FoundWallet } from './found-wallet.ts'
import { extendRows, toOptions } from './wallet-rows.ts'

function foundWallet(name: string, namespace: Namespace, id = `${namespace}:${name}`): FoundWallet {
  const driver = { namespace } as FoundWallet['driver'] // rows read nothing else of it
  return { id, name, icon: undefined, rdns: undefined, kind: 'announced', driver }
}

const phantom = foundWallet('Phantom', 'eip155', 'app.phantom')
const phantomOnSolana = foundWallet('Phantom', 'solana')
const phantomOnBitcoin = foundWallet('Phantom', 'bip122')
const recently = (...wallets: FoundWallet[]): Recent[] => wallets.map(({ id, name }) => ({ id, name, away: false }))

function listRows(found: FoundWallet[], recents: Recent[] = []) {
  const options = toOptions(extendRows([], found, { recents, locale: 'en' }), recents)
  return options.map(({ id, recent, families }) => ({ id, recent, families }))
}

test('lists a wallet of several families once, in the order of the families', () => {
  const found = [phantomOnBitcoin, foundWallet('MetaMask', 'eip155'), phantomOnSolana, phantom]
  assert.deepEqual(
    listRows(found).map(({ families }) => families.map(({ id }) => id)),
    [['eip155:MetaMask'], ['app.phantom', 'solana:Phantom', 'bip122:Phantom']],
  )
})

test('puts the family that was used last first, and connects it', () => {
  const recents = recently(phantomOnBitcoin, phantom)
  assert.deepEqual(listRows([phantom, phantomOnSolana, phantomOnBitcoin], recents), [
    {
      id: 'bip122:Phantom',
      recent: true,
      families: [
        { namespace: 'bip122', id: 'bip122:Phantom' },
        { namespace: 'eip155', id: 'app.phantom' },
        { namespace: 'solana', id: 'solana:Phantom' },
      ],
    },
  ])
})
