/** Runs against the library that wallets use, over a local relay. */

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fakeStorage, fakeTimers } from '../../../../test/support/fake-page.ts'
import { until } from '../../../../test/support/until.ts'
import { readSignClient } from '../../../../test/support/wallets/wallet-libraries.ts'
import { type Relay, startRelay } from '../../../../test/support/wallets/walletconnect-relay.ts'
import {
  openPhoneWallet,
  type PhoneWallet,
  type Redirect,
  releaseTimers,
} from '../../../../test/support/wallets/walletconnect-wallet.ts'
import type { LinkedProvider } from '../env.ts'
import type { LinkCode } from '../wallet.ts'
import type { Client } from './client.ts'
import { handleLateErrors, ignoreRepeatedDeletion, openWalletConnect } from './walletconnect.ts'

/** With what the page does not use. */
type Internals = {
  core: {
    relayer: {
      provider: { connect(): Promise<void>; once(event: string, listener: () => void): void }
      createProvider(): Promise<void>
    }
  }
}

const SignClient = readSignClient<Client & Internals>()
const account = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())
const MESSAGE = `0x${Buffer.from('Sign in to Acme.').toString('hex')}`
const TIMEOUT = { timeout: 30_000 }

let relay: Relay
const closing: (() => unknown)[] = []
before(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  relay.refusal = undefined
  relay.silent = false
  for (const close of closing.splice(0)) await close()
})
after(async () => {
  await relay.stop()
  releaseTimers()
})

test('asks a wallet that scans the code only for text signatures', TIMEOUT, async () => {
  const { page, phone, code } = await openPaired()
  assert.deepEqual(await phone.proposed(), { name: 'Acme', url: 'https://id.example', methods: ['personal_sign'] })
  await phone.approve()
  assert.deepEqual(await code.accounts, [account.address])
  assert.equal(await page.request({ method: 'eth_chainId' }), '0x1')
  const signing = page.request({ method: 'personal_sign', params: [MESSAGE, account.address] })
  assert.equal(await phone.sign(), 'Sign in to Acme.')
  assert.equal(await signing, await account.signMessage({ message: 'Sign in to Acme.' }))
  const { projectId, audience } = relay.clients[0] ?? {}
  assert.deepEqual({ projectId, audience }, { projectId: 'the project', audience: relay.url })
})

const appLinks: [string, Redirect, RegExp | undefined][] = [
  [
    'its own scheme',
    { native: 'phone://', universal: 'https://phone.example' },
    /^phone:\/\/wc\?sessionTopic=[0-9a-f]{64}$/,
  ],
  [
    'its website',
    { universal: 'https://phone.example/app/' },
    /^https:\/\/phone\.example\/app\/wc\?sessionTopic=[0-9a-f]{64}$/,
  ],
  [
    'a scheme that runs in the browser',
    { native: 'javascript://%0aalert(1)', universal: 'http://phone.example' },
    undefined,
  ],
]
for (const [title, redirect, expected] of appLinks) {
  test(`${expected ? 'opens' : 'does not open'} a wallet app with ${title}`, TIMEOUT, async () => {
    const { page, phone, code } = await openPaired(redirect)
    assert.equal(page.appLink?.(), undefined)
    await phone.approve()
    await code.accounts
    if (expected) assert.match(page.appLink?.() ?? '', expected)
    else assert.equal(page.appLink?.(), undefined)
  })
}

test('a code has an expiry', TIMEOUT, async () => {
  const { code } = await openPaired()
  const left = code.endsAt - Date.now()
  assert.ok(left > 4 * 60_000 && left <= 5 * 60_000 + 1000, `${left} ms left`)
})

test('reports the chain of a contract account', TIMEOUT, async () => {
  const { page, phone, code } = await openPaired()
  await phone.approve([`eip155:8453:${account.address}`])
  await code.accounts
  assert.equal(await page.request({ method: 'eth_chainId' }), '0x2105')
})

test('reports a declined pairing as 4001', TIMEOUT, async () => {
  const { phone, code } = await openPaired()
  await phone.reject()
  await assert.rejects(code.accounts, { code: 4001 })
})

test('reports a declined signature and keeps the session', TIMEOUT, async () => {
  const { page, phone } = await openLinked()
  const signing = assert.rejects(page.request({ method: 'personal_sign', params: [MESSAGE, account.address] }), {
    code: 4001,
  })
  await phone.refuse()
  await signing
  assert.deepEqual(await page.request({ method: 'eth_accounts' }), [account.address])
})

test('ends the session of a wallet that cannot sign text', TIMEOUT, async () => {
  const { page, phone, code } = await openPaired()
  await phone.approve([`eip155:1:${account.address}`], ['eth_sendTransaction'])
  await assert.rejects(code.accounts, { problem: { code: 'wallet/cannot_sign', remedy: 'other_wallet' } })
  assert.deepEqual(await page.request({ method: 'eth_accounts' }), [])
  await untilDisconnected(phone)
})

test('a canceled code cannot be used', TIMEOUT, async () => {
  const { page, phone, code } = await openPaired()
  page.cancel?.()
  await assert.rejects(code.accounts, { code: 4001 })
  await phone.approve().catch(() => undefined) // the wallet may have closed its prompt
  assert.deepEqual(await page.request({ method: 'eth_accounts' }), [])
})

test('another wallet replaces the linked one', TIMEOUT, async () => {
  const { page, phone } = await openLinked()
  const second = await openPhone(other)
  const code = await requestCode(page)
  await second.scan(code.uri)
  await second.approve([`eip155:1:${other.address}`])
  assert.deepEqual(await code.accounts, [other.address])
  await untilDisconnected(phone)
})

test('emits account switches and the end of the session', TIMEOUT, async () => {
  const accounts = [account, other].map(({ address }) => `eip155:1:${address}`)
  const { page, phone, received, storage } = await openLinked(accounts)
  await phone.switchTo(other.address)
  await until(
    () => received.length,
    (length) => length > 0,
    'no event was received',
  )
  await phone.end()
  await until(
    () => received.length,
    (length) => length > 1,
    'no disconnect was received',
  )
  assert.deepEqual(received, [
    ['accountsChanged', [other.address, account.address]],
    ['disconnect', 6000],
  ])
  assert.deepEqual(await page.request({ method: 'eth_accounts' }), [])
  assert.equal(storage.getItem('cs.walletconnect'), null)
})

test('ignores a switch to an account that was not shared', TIMEOUT, async () => {
  const { page, phone, received } = await openLinked()
  await phone.switchTo(other.address)
  const signing = page.request({ method: 'personal_sign', params: [MESSAGE, account.address] })
  await phone.sign() // sent after the event, so the event was read
  await signing
  assert.deepEqual(received, [])
})

test('disconnecting ends the session at the wallet and clears storage', TIMEOUT, async () => {
  const { page, phone, storage } = await openLinked()
  assert.notEqual(storage.getItem('cs.walletconnect'), null)
  assert.equal(await page.request({ method: 'wallet_revokePermissions' }), null)
  await untilDisconnected(phone)
  assert.deepEqual(await page.request({ method: 'eth_accounts' }), [])
  assert.equal(storage.getItem('cs.walletconnect'), null)
})

test('the next page restores the session without a request', TIMEOUT, async () => {
  const { page, phone, storage } = await openLinked()
  await page.close()
  const callsBefore = relay.calledMethods.length
  const next = await openPage(storage)
  assert.deepEqual(await next.page.request({ method: 'eth_accounts' }), [account.address])
  assert.deepEqual(
    relay.calledMethods.slice(callsBefore).filter((method) => method !== 'irn_batchSubscribe'),
    [],
  )
  const signing = next.page.request({ method: 'personal_sign', params: [MESSAGE, account.address] })
  await phone.sign()
  assert.equal(await signing, await account.signMessage({ message: 'Sign in to Acme.' }))
})

test('receives a signature after the connection was interrupted', TIMEOUT, async () => {
  const { page, phone } = await openLinked()
  const signing = page.request({ method: 'personal_sign', params: [MESSAGE, account.address] })
  await until(
    () => phone.waiting(),
    (waiting) => waiting > 0,
    'the phone was not asked',
  )
  relay.cut('the project')
  await phone.sign()
  assert.equal(await signing, await account.signMessage({ message: 'Sign in to Acme.' }))
})

test("reports the relay's reason for refusing the project", TIMEOUT, async () => {
  relay.refusal = { code: 3000, reason: 'Unauthorized: invalid key' }
  const { page } = await openPage()
  await assert.rejects(page.request({ method: 'eth_requestAccounts' }), {
    problem: { code: 'wallet/relay_refused', remedy: 'other_wallet' },
    message: /3000 \(Unauthorized: invalid key\)/,
  })
})

async function openClient(customStoragePrefix: string) {
  const client = await SignClient.init({
    ...{ projectId: 'the project', relayUrl: relay.url, customStoragePrefix },
    ...{ telemetryEnabled: false, logger: 'silent' },
  })
  closing.push(() => client.core.heartbeat.stop())
  return client
}

test('ignores that a session which has ended is deleted again', TIMEOUT, async () => {
  const client = await openClient('deleted')
  // The library does so in a listener, when the end of a session arrives twice, which a test cannot time.
  const deleteSession = () => client.engine.deleteSession({ topic: 'ended' })
  await assert.rejects(deleteSession(), /No matching key/)
  ignoreRepeatedDeletion(client)
  await deleteSession()
  await client.engine.onSessionDeleteRequest('ended', { id: 1, params: {} })
})

test('ignores an error of a replaced connection', TIMEOUT, async () => {
  const { relayer } = (await openClient('replaced')).core
  handleLateErrors(relayer)
  // The library replaces it when two requests find no connection, which a test cannot time.
  await relayer.createProvider()
  const { provider } = relayer
  await relayer.createProvider()
  relay.refusal = { code: 3000, reason: 'Unauthorized: invalid key' }
  const disconnected = new Promise<void>((resolve) => provider.once('disconnect', resolve))
  await provider.connect()
  await disconnected
})

test('gives up on a silent relay', TIMEOUT, async () => {
  relay.silent = true
  const { page, timers } = await openPage()
  const rejection = assert.rejects(page.request({ method: 'eth_requestAccounts' }), {
    problem: { code: 'wallet/relay_down', remedy: 'try_again' },
  })
  await timers.advance(20_000)
  await rejection
})

test('rejects every other method', TIMEOUT, async () => {
  const { page } = await openLinked()
  for (const method of ['eth_sendTransaction', 'wallet_requestPermissions', 'eth_signTypedData_v4']) {
    await assert.rejects(page.request({ method }), { code: 4200 })
  }
})

async function openPage(storage = fakeStorage()) {
  const timers = fakeTimers()
  const page = await openWalletConnect(SignClient, {
    projectId: 'the project',
    relay: relay.url,
    appName: 'Acme',
    origin: 'https://id.example',
    localStorage: storage,
    timers,
  })
  closing.push(() => page.close())
  const received: [string, unknown][] = []
  page.on('accountsChanged', (value) => received.push(['accountsChanged', value]))
  page.on('disconnect', (error) => received.push(['disconnect', (error as { code: number }).code])) // a provider error
  return { page, storage, timers, received }
}

async function openPhone(owner = account, redirect?: Redirect): Promise<PhoneWallet> {
  const phone = await openPhoneWallet(relay.url, owner, redirect)
  closing.push(() => phone.close())
  return phone
}

async function requestCode(page: LinkedProvider): Promise<LinkCode & { accounts: Promise<unknown> }> {
  const shown = Promise.withResolvers<unknown>()
  page.on('code', shown.resolve)
  const accounts = page.request({ method: 'eth_requestAccounts' })
  accounts.catch(() => undefined) // awaited by the test
  const code = (await Promise.race([shown.promise, accounts])) as LinkCode
  return { ...code, accounts }
}

async function openPaired(redirect?: Redirect) {
  const opened = await openPage()
  const phone = await openPhone(account, redirect)
  const code = await requestCode(opened.page)
  await phone.scan(code.uri)
  return { ...opened, phone, code }
}

async function openLinked(accounts?: string[]) {
  const { code, ...rest } = await openPaired()
  await rest.phone.approve(accounts)
  await code.accounts
  relay.calledMethods.length = 0
  rest.received.length = 0
  return rest
}

const untilDisconnected = (phone: PhoneWallet) =>
  until(
    () => phone.links(),
    (links) => links === 0,
    'the phone still has a link',
  )
