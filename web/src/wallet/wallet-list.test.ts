import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { blockedStorage, fakeStorage, settled } from '../../../test/support/fake-page.ts'
import { metaMask, openWallets, rabby, rainbow, recently } from '../../../test/support/web/fake-wallet-env.ts'

test('wallets that announce themselves are listed by name, the recent ones first', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(rainbow)) })
  for (const wallet of [rainbow, rabby, metaMask]) page.install(wallet)
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(
    page.wallets.getWallets().map(({ icon: _, ...wallet }) => wallet),
    [
      { name: 'Rainbow', recent: true, rdns: 'me.rainbow', kind: 'announced', oneStep: false, id: 'me.rainbow' },
      { name: 'MetaMask', recent: false, rdns: 'io.metamask', kind: 'announced', oneStep: false, id: 'io.metamask' },
      { name: 'Rabby', recent: false, rdns: 'io.rabby', kind: 'announced', oneStep: false, id: 'io.rabby' },
    ],
  )
})

test('the list waits at most 300 ms for a recent wallet, so that no row has to move', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(rainbow)) })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(299)
  assert.deepEqual(page.names(), [])
  await page.timers.advance(1)
  assert.deepEqual(page.names(), ['MetaMask'])
})

test('late announcers are appended and never reorder, however long the page has been open', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
  page.install(rabby)
  const late = page.install({ ...metaMask, announces: 'later' })
  page.wallets.start()
  await page.timers.advance(3_600_000)
  late.announce()
  page.install({ ...rainbow, name: 'Aardvark' })
  await settled()
  assert.deepEqual(page.names(), ['Rabby', 'MetaMask', 'Aardvark'])
})

test('a script that announces a thousand wallets gets fifty rows, and the page is drawn a few times', async () => {
  const page = openWallets()
  page.wallets.start()
  await page.timers.advance(300)
  let drawn = 0
  page.wallets.subscribe(() => drawn++)
  for (let count = 0; count < 1000; count++)
    page.install({ ...metaMask, name: `Wallet ${count}`, uuid: `uuid-${count}`, rdns: `wallet${count}.example` })
  await settled()
  assert.equal(page.names().length, ANNOUNCED_WALLETS_MAX)
  assert.ok(drawn <= 4, `drawn ${drawn} times`)
})

test('a wallet that repeats itself stays one row', async () => {
  const page = openWallets()
  const wallet = page.install(metaMask)
  page.wallets.start()
  wallet.announce()
  await page.timers.advance(300)
  assert.deepEqual(page.names(), ['MetaMask'])
})

test('two wallets under one uuid are both left out', async (t) => {
  const warn = t.mock.method(console, 'warn', () => undefined)
  const page = openWallets()
  page.install({ ...metaMask, uuid: 'same' })
  page.install({ ...metaMask, name: 'Fake', uuid: 'same' })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.names(), ['Rabby'])
  assert.equal(warn.mock.callCount(), 1)
})

test('two wallets with one reverse domain name are both shown', async () => {
  const page = openWallets()
  page.install({ ...metaMask, uuid: 'a' })
  page.install({ ...metaMask, name: 'MetaMask too', uuid: 'b' })
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(
    page.wallets.getWallets().map(({ id, name, rdns }) => ({ id, name, rdns })),
    [
      { id: 'io.metamask', name: 'MetaMask', rdns: 'io.metamask' },
      { id: 'io.metamask#2', name: 'MetaMask too', rdns: 'io.metamask' },
    ],
  )
})

test('window.ethereum is the last resort: after a second, and only when nobody announced', async () => {
  const page = openWallets()
  page.install({ ...metaMask, announces: 'never' })
  page.wallets.start()
  await page.timers.advance(999)
  assert.deepEqual([page.names(), page.wallets.settled], [[], false])
  await page.timers.advance(1)
  assert.deepEqual(page.wallets.getWallets(), [
    {
      id: 'browser',
      name: 'Browser wallet',
      icon: undefined,
      rdns: undefined,
      kind: 'browser',
      oneStep: false,
      recent: false,
    },
  ])
  assert.equal(page.wallets.settled, true)
  page.install(rabby)
  assert.deepEqual(page.names(), ['Rabby'])
})

test('window.ethereum is never shown beside a wallet that announced itself', async () => {
  const page = openWallets()
  page.install({ ...metaMask, asEthereum: true })
  page.wallets.start()
  await page.timers.advance(5000)
  assert.deepEqual(page.names(), ['MetaMask'])
})

test('a window.ethereum that comes late is found by its event', async () => {
  const page = openWallets()
  page.wallets.start()
  await page.timers.advance(5000)
  page.install({ ...metaMask, announces: 'never' })
  page.env.window.dispatchEvent(new Event('ethereum#initialized'))
  assert.deepEqual(page.names(), ['Browser wallet'])
})

test('on a phone discovery has three seconds before it is settled', async () => {
  const page = openWallets({ announcesLate: true })
  page.wallets.start()
  await page.timers.advance(2999)
  assert.equal(page.wallets.settled, false)
  await page.timers.advance(1)
  assert.equal(page.wallets.settled, true)
})

test('the demo wallet is always last, also after a late announcer', async () => {
  const demo = { ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo', announces: 'later' as const }
  const page: ReturnType<typeof openWallets> = openWallets({
    loadDemo: async () => {
      const wallet = page.install(demo)
      return { provider: wallet.provider as never, announce: wallet.announce }
    },
  })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  page.install(rainbow)
  assert.deepEqual(
    page.wallets.getWallets().map(({ name, kind }) => [name, kind]),
    [
      ['Rabby', 'announced'],
      ['Rainbow', 'announced'],
      ['Demo wallet', 'demo'],
    ],
  )
})

test('another wallet that calls itself the demo wallet is an ordinary row', async () => {
  const page = openWallets()
  page.install({ ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo' })
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(
    page.wallets.getWallets().map(({ kind }) => kind),
    ['announced'],
  )
})

test('a demo wallet that cannot be loaded is simply not there', async () => {
  const page = openWallets({ loadDemo: () => Promise.reject(new Error('no chunk')) })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.names(), ['Rabby'])
})

test('three wallets are remembered, the latest first', async () => {
  const page = openWallets()
  const fourth = { name: 'Zerion', rdns: 'io.zerion', accounts: rabby.accounts }
  for (const script of [metaMask, rabby, rainbow, fourth]) page.install(script)
  page.wallets.start()
  for (const { rdns } of [metaMask, rabby, rainbow, fourth]) await page.wallets.connect(rdns)
  assert.deepEqual(JSON.parse(page.localStorage.items.get('cs.recent') ?? ''), [
    { id: 'io.zerion', name: 'Zerion', away: false },
    { id: 'me.rainbow', name: 'Rainbow', away: false },
    { id: 'io.rabby', name: 'Rabby', away: false },
  ])
})

test('blocked storage costs the badge and nothing else', async () => {
  const page = openWallets({ localStorage: blockedStorage(), sessionStorage: blockedStorage() })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(300)
  await page.wallets.connect('io.metamask')
  assert.equal(page.wallets.getConnection().status, 'connected')
  await page.wallets.disconnect()
  await page.wallets.forget()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'disconnected')
})

test('spoilt storage is the same as none', async () => {
  for (const spoilt of ['{', '{}', '[1,null,{"id":1}]', '"x"']) {
    const page = openWallets({ localStorage: fakeStorage({ 'cs.recent': spoilt }) })
    page.install(metaMask)
    page.wallets.start()
    await page.timers.advance(0)
    assert.deepEqual(page.names(), ['MetaMask'])
  }
})

test('only wallets that are known for it are taken to connect and sign in one prompt', async () => {
  const page = openWallets()
  for (const rdns of ['app.base.account', 'xyz.ithaca.porto', 'io.metamask'])
    page.install({ ...metaMask, rdns, uuid: rdns })
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(
    page.wallets.getWallets().map(({ rdns, oneStep }) => [rdns, oneStep]),
    [
      ['app.base.account', true],
      ['xyz.ithaca.porto', true],
      ['io.metamask', false],
    ],
  )
})
