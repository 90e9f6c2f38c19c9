import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { blockedStorage, fakeStorage, settled } from '../../../../test/support/fake-page.ts'
import { metaMask, openWallets, rabby, rainbow, recentWallets } from '../../../../test/support/web/fake-wallet-env.ts'

const namespace = 'eip155'
const announced = { kind: 'announced' }

test('lists announced wallets by name, recent ones first', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(rainbow)) })
  for (const wallet of [rainbow, rabby, metaMask]) page.install(wallet)
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(
    page.wallets.getWallets().map(({ icon: _, ...wallet }) => wallet),
    [
      {
        ...announced,
        name: 'Rainbow',
        recent: true,
        rdns: 'me.rainbow',
        id: 'me.rainbow',
        families: [{ namespace, id: 'me.rainbow' }],
      },
      {
        ...announced,
        name: 'MetaMask',
        recent: false,
        rdns: 'io.metamask',
        id: 'io.metamask',
        families: [{ namespace, id: 'io.metamask' }],
      },
      {
        ...announced,
        name: 'Rabby',
        recent: false,
        rdns: 'io.rabby',
        id: 'io.rabby',
        families: [{ namespace, id: 'io.rabby' }],
      },
    ],
  )
})

test('waits at most 300 ms for a recent wallet before listing', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(rainbow)) })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(299)
  assert.deepEqual(page.names(), [])
  await page.timers.advance(1)
  assert.deepEqual(page.names(), ['MetaMask'])
})

test('appends late wallets and never reorders', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  page.install(rabby)
  const late = page.install({ ...metaMask, announces: 'later' })
  page.wallets.start()
  await page.timers.advance(3_600_000)
  late.announce()
  page.install({ ...rainbow, name: 'Aardvark' })
  await settled()
  assert.deepEqual(page.names(), ['Rabby', 'MetaMask', 'Aardvark'])
})

test('limits a script that announces a thousand wallets to fifty, with few updates', async () => {
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

test('lists a repeated announcement once', async () => {
  const page = openWallets()
  const wallet = page.install(metaMask)
  page.wallets.start()
  wallet.announce()
  await page.timers.advance(300)
  assert.deepEqual(page.names(), ['MetaMask'])
})

test('drops two wallets with the same uuid', async (t) => {
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

test('lists both wallets with the same reverse domain name', async () => {
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

test('lists window.ethereum after a second, and only without announcements', async () => {
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
      recent: false,
      families: [{ namespace, id: 'browser' }],
    },
  ])
  assert.equal(page.wallets.settled, true)
  page.install(rabby)
  assert.deepEqual(page.names(), ['Rabby'])
})

test('never lists window.ethereum beside an announced wallet', async () => {
  const page = openWallets()
  page.install({ ...metaMask, asEthereum: true })
  page.wallets.start()
  await page.timers.advance(5000)
  assert.deepEqual(page.names(), ['MetaMask'])
})

test('finds a late window.ethereum by its event', async () => {
  const page = openWallets()
  page.wallets.start()
  await page.timers.advance(5000)
  page.install({ ...metaMask, announces: 'never' })
  page.env.window.dispatchEvent(new Event('ethereum#initialized'))
  assert.deepEqual(page.names(), ['Browser wallet'])
})

test('settles discovery after a second on a phone, and still finds a window.ethereum injected within three', async () => {
  const page = openWallets({ announcesLate: true })
  page.wallets.start()
  await page.timers.advance(999)
  assert.equal(page.wallets.settled, false)
  await page.timers.advance(1)
  assert.equal(page.wallets.settled, true)
  page.install({ ...metaMask, announces: 'never' })
  await page.timers.advance(1999)
  assert.deepEqual(page.names(), [])
  await page.timers.advance(1)
  assert.deepEqual(page.names(), ['Browser wallet'])
})

test('lists the wallets of a phone after 300 ms, although one used before is missing', async () => {
  const page = openWallets({ announcesLate: true, localStorage: fakeStorage(recentWallets(rainbow)) })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(299)
  assert.deepEqual(page.names(), [])
  await page.timers.advance(1)
  assert.deepEqual(page.names(), ['Rabby'])
})

test('lists the demo wallet last, also after a late announcement', async () => {
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

test("treats another wallet with the demo wallet's name as an ordinary one", async () => {
  const page = openWallets()
  page.install({ ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo' })
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(
    page.wallets.getWallets().map(({ kind }) => kind),
    ['announced'],
  )
})

test('does not list a demo wallet that cannot be loaded', async () => {
  const page = openWallets({ loadDemo: () => Promise.reject(new Error('no chunk')) })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.names(), ['Rabby'])
})

test('remembers three wallets, the latest first', async () => {
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

test('works without storage, except for the badge', async () => {
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

test('treats invalid storage as empty', async () => {
  for (const invalid of ['{', '{}', '[1,null,{"id":1}]', '"x"']) {
    const page = openWallets({ localStorage: fakeStorage({ 'cs.recent': invalid }) })
    page.install(metaMask)
    page.wallets.start()
    await page.timers.advance(0)
    assert.deepEqual(page.names(), ['MetaMask'])
  }
})

test('marks only documented wallets as one-step', async () => {
  const page = openWallets()
  for (const rdns of ['app.base.account', 'xyz.ithaca.porto', 'io.metamask'])
    page.install({ ...metaMask, rdns, uuid: rdns })
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(
    page.wallets.getWallets().map(({ id, rdns }) => [rdns, page.wallets.findWallet(id)?.driver.signIn !== undefined]),
    [
      ['app.base.account', true],
      ['xyz.ithaca.porto', true],
      ['io.metamask', false],
    ],
  )
})
