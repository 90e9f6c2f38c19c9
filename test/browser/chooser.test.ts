import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { arriveAt, heard, META, main, RABBY, type WalletChoice } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const ZERION: WalletChoice = { name: 'Zerion', rdns: 'io.zerion.wallet' }
const AMBIRE: WalletChoice = { name: 'Ambire', rdns: 'com.ambire.wallet', announces: 'later' }
const BARE: WalletChoice = { name: 'Bare', rdns: 'bare', announces: 'never' }

const rows = (page: Page) => main(page).getByRole('list', { name: signIn.walletsLabel }).getByRole('button')

async function seeRows(page: Page, starts: string[]): Promise<void> {
  const asWanted = (texts: string[]) =>
    texts.length === starts.length && starts.every((start, index) => texts[index]?.startsWith(start))
  await until(() => rows(page).allTextContents(), asWanted, `rows should be ${starts.join(', ')}`)
}

/** Discovery is over when the number of wallets has been announced. */
const hearFound = (page: Page, count: number) =>
  until(
    () => heard(page, 'status'),
    (text) => text === signIn.found(count),
    'discovery is over',
  )

stage.play(
  'lists announced wallets by name, asks none before a click, appends late ones, and lists the recent one first',
  { wallets: [ZERION, RABBY, META, AMBIRE, BARE] },
  async (guest) => {
    const { page, context } = guest
    await page.goto('/sign-in')
    await seeRows(page, ['MetaMask', 'Rabby Wallet', 'Zerion'])
    await hearFound(page, 3)
    const all = [ZERION, RABBY, META, AMBIRE, BARE].map(({ rdns }) => guest.wallet(rdns).asked())
    assert.deepEqual(await Promise.all(all), [[], [], [], [], []])
    await page.evaluate('document.fonts.ready') // another font has other heights
    const before = await rows(page).first().boundingBox()
    await guest.wallet(AMBIRE.rdns).announce()
    await seeRows(page, ['MetaMask', 'Rabby Wallet', 'Zerion', 'Ambire'])
    assert.deepEqual(await rows(page).first().boundingBox(), before)
    await rows(page).nth(2).click()
    await arriveAt(page, '/home')
    await context.clearCookies()
    await page.goto('/sign-in')
    await seeRows(page, [`Zerion${signIn.recent}`, 'MetaMask', 'Rabby Wallet'])
    await guest.wallet(AMBIRE.rdns).announce()
    await rows(page).nth(3).click()
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
const PLAIN_ICON = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
const SAME_UUID: WalletChoice[] = [
  { ...RABBY, uuid: 'one' },
  { name: 'Rabby Wallet', rdns: 'io.imitation', uuid: 'one' },
]
const SAME_RDNS: WalletChoice[] = [
  { ...META, icon: PLAIN_ICON },
  { ...META, icon: PLAIN_ICON, uuid: 'another' },
]

stage.play(
  'shows hostile names and icons harmlessly, both wallets of one rdns with it, and none of one uuid',
  { wallets: [...HOSTILE, ...SAME_UUID, ...SAME_RDNS] },
  async ({ page }) => {
    await page.goto('/sign-in')
    await seeRows(page, [
      'A <img src=x onerror=',
      'Bbbb',
      'C ksaMateM',
      'D',
      'MetaMaskio.metamask',
      'MetaMaskio.metamask',
    ])
    const texts = await rows(page).allTextContents()
    assert.equal(texts[1], `B${'b'.repeat(39)}`)
    assert.ok(texts.every((text) => !/[\u202A-\u202E\u2066-\u2069\u0000]/.test(text)))
    const icons = await rows(page)
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
    assert.deepEqual(icons, [HOSTILE[0]?.icon, PLAIN_ICON, PLAIN_ICON])
    await hearFound(page, 6)
    assert.equal(await page.evaluate('window.pwned'), undefined)
  },
)
