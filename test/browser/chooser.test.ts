import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { arriveAt, heard, META, main, press, RABBY, type WalletChoice } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const ZERION: WalletChoice = { name: 'Zerion', rdns: 'io.zerion.wallet' }
const AMBIRE: WalletChoice = { name: 'Ambire', rdns: 'com.ambire.wallet', announces: 'later' }

const rows = (page: Page) => main(page).getByRole('list', { name: signIn.walletsLabel }).getByRole('button')

async function seeRows(page: Page, starts: string[]): Promise<void> {
  const asWanted = (texts: string[]) =>
    texts.length === starts.length && starts.every((start, index) => texts[index]?.startsWith(start))
  await until(() => rows(page).allTextContents(), asWanted, `rows should be ${starts.join(', ')}`)
}

stage.play(
  'lists wallets by name, and the recent one first the next time',
  { wallets: [ZERION, RABBY, META] },
  async (guest) => {
    const { page, context } = guest
    await page.goto('/sign-in')
    await seeRows(page, ['MetaMask', 'Rabby Wallet', 'Zerion'])
    await rows(page).nth(2).click()
    await arriveAt(page, '/home')
    await context.clearCookies()
    await page.goto('/sign-in')
    await seeRows(page, [`Zerion${signIn.recent}`, 'MetaMask', 'Rabby Wallet'])
  },
)

stage.play(
  'appends a wallet that announces itself late and moves no row',
  { wallets: [RABBY, META, AMBIRE] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await seeRows(page, ['MetaMask', 'Rabby Wallet'])
    await until(
      () => heard(page, 'status'),
      (text) => text === signIn.found(2),
      'discovery is over',
    )
    await page.evaluate('document.fonts.ready') // another font has other heights
    const before = await rows(page).first().boundingBox()
    await guest.wallet('com.ambire.wallet').announce()
    await seeRows(page, ['MetaMask', 'Rabby Wallet', 'Ambire'])
    assert.deepEqual(await rows(page).first().boundingBox(), before)
    await rows(page).nth(2).click()
    await arriveAt(page, '/home')
  },
)

const PWNED = 'window.pwned = true'
const HOSTILE: WalletChoice[] = [
  {
    name: `A <img src=x onerror="${PWNED}">`,
    rdns: 'a.hostile',
    icon: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" onload="${PWNED}"><script>${PWNED}</script><image href="http://stranger.example/a.png"/></svg>`)}`,
  },
  { name: `B${'b'.repeat(199)}`, rdns: 'b.hostile', uuid: 'b', icon: 'http://stranger.example/b.png' },
  { name: 'C \u202EksaMateM\u2066\u0000', rdns: 'c.hostile', icon: `data:image/png;base64,${'A'.repeat(70_000)}` },
  { name: 'D', rdns: 'd.hostile', icon: 'javascript:window.pwned=true' },
]

stage.play('shows hostile names and icons harmlessly', { wallets: HOSTILE }, async ({ page }) => {
  await page.goto('/sign-in')
  await seeRows(page, ['A <img src=x onerror=', 'Bbbb', 'C ksaMateM', 'D'])
  const texts = await rows(page).allTextContents()
  assert.equal(texts[1], `B${'b'.repeat(39)}`)
  assert.ok(texts.every((text) => !/[\u202A-\u202E\u2066-\u2069\u0000]/.test(text)))
  const icons = await rows(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  assert.deepEqual(icons, [HOSTILE[0]?.icon])
  await until(
    () => heard(page, 'status'),
    (text) => text === signIn.found(4),
    'discovery is over',
  )
  assert.equal(await page.evaluate('window.pwned'), undefined)
})

stage.play(
  'leaves out two wallets that claim the same uuid',
  {
    wallets: [META, { ...RABBY, uuid: 'one' }, { name: 'Rabby Wallet', rdns: 'io.imitation', uuid: 'one' }],
  },
  async ({ page }) => {
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    await until(
      () => heard(page, 'status'),
      (text) => text === signIn.found(1),
      'one wallet is left',
    )
  },
)

stage.play(
  'shows two wallets with one reverse domain name, and shows the name',
  {
    wallets: [META, { ...META, name: 'MetaMask', uuid: 'another' }],
  },
  async ({ page }) => {
    await page.goto('/sign-in')
    await seeRows(page, ['MetaMaskio.metamask', 'MetaMaskio.metamask'])
  },
)

const BARE: WalletChoice = { name: 'Bare', rdns: 'bare', announces: 'never' }

stage.play('takes a bare window.ethereum when nothing announced itself', { wallets: [BARE] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('Browser wallet'))
  await arriveAt(page, '/home')
})

stage.play('leaves window.ethereum alone when a wallet announced itself', { wallets: [BARE, META] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  await until(
    () => heard(page, 'status'),
    (text) => text === signIn.found(1),
    'one wallet is found',
  )
  await main(page)
    .getByRole('button', { name: signIn.continueWith('MetaMask') })
    .waitFor()
  assert.deepEqual(await guest.wallet('bare').asked(), [])
})

stage.play('asks no wallet anything before a click', { wallets: [META, RABBY] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  await until(
    () => heard(page, 'status'),
    (text) => text === signIn.found(2),
    'discovery is over',
  )
  assert.deepEqual([await guest.wallet('io.metamask').asked(), await guest.wallet('io.rabby').asked()], [[], []])
})
