import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storesFor } from './stores.ts'

const names = (...parameters: Parameters<typeof storesFor>) => storesFor(...parameters).map(({ name }) => name)

test('recommends wallets of the chain families that may sign in', () => {
  assert.deepEqual(names('chrome', ['eip155']), ['MetaMask', 'Rabby', 'Coinbase Wallet', 'Phantom'])
  assert.deepEqual(names('chrome', ['solana']), ['MetaMask', 'Coinbase Wallet', 'Phantom', 'Solflare'])
  assert.deepEqual(names('ios', ['bip122']), ['MetaMask', 'Phantom', 'Xverse'])
  assert.deepEqual(names('safari', ['eip155', 'solana', 'bip122']), [])
})

test('links to the store of the browser, and to the Chrome Web Store where Edge has none', () => {
  assert.deepEqual(storesFor('firefox', ['solana']).at(-1), {
    name: 'Solflare',
    store: 'Firefox Add-ons',
    url: 'https://addons.mozilla.org/firefox/addon/solflare-wallet/',
  })
  assert.deepEqual(
    storesFor('edge', ['bip122']).map(({ store }) => store),
    ['Edge Add-ons', 'the Chrome Web Store', 'the Chrome Web Store'],
  )
})
