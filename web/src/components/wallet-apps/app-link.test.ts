import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namespaces } from '@countersign/contract/family/family.ts'
import { walletAppIds } from '@countersign/contract/schemas/public.ts'
import { appLinks, linkForApps } from './app-link.ts'

const PAGE = new URL('https://id.example/sign-in?return_to=%2Fhome')
const ALL = { walletApps: [...walletAppIds], namespaces: [...namespaces] }

test('fills the link template of every wallet app', () => {
  assert.deepEqual(appLinks(PAGE, 'ios', ALL), [
    { name: 'MetaMask', url: 'https://link.metamask.io/dapp/id.example/sign-in?return_to=%2Fhome' },
    {
      name: 'Coinbase Wallet',
      url: 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome',
    },
    {
      name: 'Phantom',
      url: 'https://phantom.app/ul/browse/https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome?ref=https%3A%2F%2Fid.example',
    },
    {
      name: 'OKX Wallet',
      url: 'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fid.example%252Fsign-in%253Freturn_to%253D%25252Fhome',
    },
    {
      name: 'Trust Wallet',
      url: 'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome',
    },
    {
      name: 'Solflare',
      url: 'https://solflare.com/ul/v1/browse/https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome?ref=https%3A%2F%2Fid.example',
    },
    {
      name: 'Xverse',
      url: 'https://connect.xverse.app/browser?url=https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome',
    },
  ])
})

test('offers only apps that support a chain family that may sign in', () => {
  const own = { name: 'My Wallet', link: 'mywallet://open?u={url}' }
  const namesFor = (...allowed: typeof ALL.namespaces) =>
    appLinks(PAGE, 'ios', { walletApps: [...walletAppIds, own], namespaces: allowed }).map(({ name }) => name)
  const both = ['MetaMask', 'Coinbase Wallet', 'Phantom', 'OKX Wallet', 'Trust Wallet']
  assert.deepEqual(namesFor('eip155'), [...both, 'My Wallet'])
  assert.deepEqual(namesFor('solana'), [...both, 'Solflare', 'My Wallet'])
  assert.deepEqual(namesFor('bip122'), ['MetaMask', 'Phantom', 'Xverse', 'My Wallet'])
})

test('opens Trust Wallet on Solana when Ethereum may not sign in', () => {
  const [trust] = appLinks(PAGE, 'ios', { walletApps: ['trust'], namespaces: ['solana'] })
  assert.equal(new URL(trust?.url ?? '').searchParams.get('coin_id'), '501')
})

test('opens Phantom through an intent on Android', () => {
  const phantom = appLinks(PAGE, 'android', ALL).find((link) => link.name === 'Phantom')
  assert.equal(
    phantom?.url,
    'intent://browse/https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome?ref=https%3A%2F%2Fid.example#Intent;scheme=phantom;package=app.phantom;end',
  )
})

test('offers the configured apps in order, with custom links', () => {
  const own = { name: 'My Wallet', link: 'mywallet://open?u={url}&h={host_and_path}&o={origin}' }
  assert.deepEqual(appLinks(PAGE, 'ios', { ...ALL, walletApps: [own, 'trust'] }), [
    {
      name: 'My Wallet',
      url: 'mywallet://open?u=https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome&h=id.example/sign-in?return_to=%2Fhome&o=https%3A%2F%2Fid.example',
    },
    {
      name: 'Trust Wallet',
      url: 'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fid.example%2Fsign-in%3Freturn_to%3D%252Fhome',
    },
  ])
  assert.deepEqual(appLinks(PAGE, 'ios', { ...ALL, walletApps: [] }), [])
})

test('links to the sign-in page from anywhere, without a fragment or an old reason', () => {
  assert.equal(linkForApps(new URL('https://id.example/wallets/help#x')).href, 'https://id.example/sign-in')
  assert.equal(
    linkForApps(new URL('https://id.example/sign-in?return_to=%2Fhome&reason=expired')).href,
    'https://id.example/sign-in?return_to=%2Fhome',
  )
})

test('links to the page of a phone with its code', () => {
  const here = new URL('https://id.example/phone#KXQZRTMP')
  assert.equal(linkForApps(here).href, here.href)
  assert.deepEqual(appLinks(linkForApps(here), 'ios', { ...ALL, walletApps: ['metamask', 'coinbase'] }), [
    { name: 'MetaMask', url: 'https://link.metamask.io/dapp/id.example/phone#KXQZRTMP' },
    { name: 'Coinbase Wallet', url: 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fid.example%2Fphone%23KXQZRTMP' },
  ])
})
