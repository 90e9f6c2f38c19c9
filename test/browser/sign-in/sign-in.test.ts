import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectStatus,
  expectText,
  METAMASK,
  main,
  RABBY,
  readAnnouncement,
  type TestUser,
  type WalletChoice,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { chip, preview, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite()
const countSignIns = ({ calls }: TestUser) => calls.filter((call) => call === 'POST /api/sessions').length

/** Records clicks, calls to the server and requests to the wallet in the order they happen. */
const RECORD = `
  happenings = []
  addEventListener('click', () => happenings.push('click'), true)
  const send = fetch
  window.fetch = (url, init) => (happenings.push('call ' + url), send(url, init))
  for (const { provider } of Object.values(scriptedWallets)) {
    const ask = provider.request
    provider.request = (request) => (happenings.push('wallet ' + request.method), ask(request))
  }`
const RECORD_VIOLATIONS =
  'violations = []; addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI))'
const RECORD_SPOKEN = `
  spoken = []
  addEventListener('DOMContentLoaded', () => {
    const region = document.querySelector('[role=status]')
    new MutationObserver(() => spoken.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true })
  })`

const expectAnnouncement = (page: Page, description: string, holds: (text: string) => boolean) =>
  until(
    () => readAnnouncement(page, 'status'),
    (text) => text !== null && holds(text),
    description,
  )

const readAnimations = (page: Page) =>
  page.evaluate('document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).length')

/** From the click to the signature only the wallet is called. */
async function expectOneClick(page: Page): Promise<void> {
  const happenings = await page.evaluate<string[]>('happenings')
  const fromClick = happenings.slice(happenings.lastIndexOf('click'))
  const untilSigned = fromClick.slice(0, fromClick.indexOf('wallet personal_sign') + 1)
  assert.deepEqual(
    untilSigned.filter((each) => !each.startsWith('wallet eth_')),
    ['click', 'wallet wallet_requestPermissions', 'wallet personal_sign'],
  )
}

suite.testInBrowser(
  'signs in with one click, shows the exact message, announces each step once, moves nothing, and violates no policy',
  {
    wallets: [{ ...METAMASK, chainId: 137, answers: { personal_sign: 'ask' } }],
    browser: { reducedMotion: 'reduce' },
  },
  async (user) => {
    const { page, account } = user
    for (const script of [RECORD, RECORD_VIOLATIONS, RECORD_SPOKEN]) await page.addInitScript(script)
    const challenged = page.waitForResponse(/\/api\/challenges$/)
    await page.goto('/sign-in')
    await (await challenged).finished()
    await expectAnnouncement(page, 'the wallets are counted', (text) => text === signIn.found(2))
    assert.equal(await readAnimations(page), 0)
    await main(page).getByText(signIn.moreWays).click()
    await main(page)
      .getByRole('button', { name: /^Demo wallet/ })
      .waitFor()
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectAnnouncement(page, 'the wait is announced', (text) => text === signIn.signSpoken)
    await expectHeading(page, signIn.signTitle('MetaMask'))
    await until(
      () => user.wallet('io.metamask').waiting(),
      (methods) => methods.length === 1,
      'the wallet is asked',
    )
    assert.equal(await readAnimations(page), 0)
    await expectOneClick(page)
    await main(page).getByText(preview.label).click()
    const shown = await main(page).locator('pre').textContent()
    await user.wallet('io.metamask').approve()
    await waitForPath(page, '/home')
    await expectAnnouncement(page, 'the end is announced', (text) => text.startsWith(signIn.signedIn))
    // An announcement is cleared after a while, and a slow step may take longer than that.
    const spoken = await page.evaluate<string[]>('spoken.filter((text) => text !== "")')
    assert.deepEqual(spoken, [...new Set(spoken)])
    await expectText(page, 'MetaMask')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(account.address) === true,
      'the address is shown',
    )
    await expectStatus(page, chip.connected)
    assert.equal(countSignIns(user), 1)
    assert.deepEqual(user.messages, [shown])
    const { host } = new URL(suite.product.origin)
    assert.ok(shown?.startsWith(`${host} wants you to sign in with your Ethereum account:\n${account.address}\n`))
    assert.match(shown ?? '', /\nChain ID: 137\n/)
    assert.deepEqual(await page.evaluate('violations'), [])
  },
)

const ZERION: WalletChoice = { name: 'Zerion', rdns: 'io.zerion.wallet' }
const AMBIRE: WalletChoice = { name: 'Ambire', rdns: 'com.ambire.wallet', announces: 'later' }
const BARE: WalletChoice = { name: 'Bare', rdns: 'bare', announces: 'never' }
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
  { ...METAMASK, icon: PLAIN_ICON },
  { ...METAMASK, icon: PLAIN_ICON, uuid: 'another' },
]
const WALLETS = [ZERION, ...HOSTILE, ...SAME_UUID, ...SAME_RDNS, AMBIRE, BARE]
const LISTED = ['A <img src=x onerror=', 'Bbbb', 'C ksaMateM', 'D', 'MetaMaskio.metamask', 'MetaMaskio.metamask']

const rows = (page: Page) => main(page).getByRole('list', { name: signIn.walletsLabel }).getByRole('button')

async function expectRows(page: Page, starts: string[]): Promise<void> {
  const matchesRows = (texts: string[]) =>
    texts.length === starts.length && starts.every((start, index) => texts[index]?.startsWith(start))
  await until(() => rows(page).allTextContents(), matchesRows, `rows should be ${starts.join(', ')}`)
}

/** Names are cut and cleaned, icons are pictures or none, and nothing of them runs. */
async function expectHarmless(page: Page): Promise<void> {
  const texts = await rows(page).allTextContents()
  assert.equal(texts[1], `B${'b'.repeat(39)}`)
  assert.ok(texts.every((text) => !/[\u202A-\u202E\u2066-\u2069\u0000]/.test(text)))
  const icons = await rows(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  assert.deepEqual(icons.slice(0, 3), [HOSTILE[0]?.icon, PLAIN_ICON, PLAIN_ICON])
  assert.equal(await page.evaluate('window.pwned'), undefined)
}

async function readPerson({ page }: TestUser): Promise<unknown> {
  const state = await page.evaluate<{ me: { id: string } }>('fetch("/api/session").then((answer) => answer.json())')
  return state.me.id
}

suite.testInBrowser(
  'lists wallets safely and calls none before a click, returns to the requested page only, and keeps the session on request',
  { wallets: WALLETS },
  async (user) => {
    const { page, context } = user
    const readExpiry = async () => (await context.cookies()).find(({ name }) => name === 'cs')?.expires
    await context.route(/\.woff2$/, (route) => route.abort()) // a font that arrives late has other heights
    await page.goto('/sign-in?return_to=%2Fwallets%2Fhelp%3Fa%3D1')
    await expectRows(page, [...LISTED, 'Zerion', 'Demo wallet'])
    await expectAnnouncement(page, 'discovery is over', (text) => text === signIn.found(LISTED.length + 2))
    const calledMethods = WALLETS.map(({ rdns }) => user.wallet(rdns).calledMethods())
    assert.deepEqual(
      await Promise.all(calledMethods),
      WALLETS.map(() => []),
    )
    await expectHarmless(page)
    const before = await rows(page).first().boundingBox()
    await user.wallet(AMBIRE.rdns).announce()
    await expectRows(page, [...LISTED, 'Zerion', 'Ambire', 'Demo wallet'])
    assert.deepEqual(await rows(page).first().boundingBox(), before)
    await checkAccessibility(page, 'choosing')
    await rows(page).nth(LISTED.length).click()
    await waitForPath(page, '/wallets/help?a=1')
    assert.equal(await readExpiry(), -1)
    const first = await readPerson(user)

    await context.clearCookies()
    await page.goto(`/sign-in?return_to=${encodeURIComponent('//evil.example')}`)
    const again = [`Zerion${signIn.recent}`, ...LISTED]
    await expectRows(page, [...again, 'Demo wallet'])
    await page.getByLabel(signIn.keep).check()
    await user.wallet(AMBIRE.rdns).announce()
    await expectRows(page, [...again, 'Ambire', 'Demo wallet'])
    await rows(page).nth(again.length).click()
    await waitForPath(page, '/home')
    assert.ok(Number(await readExpiry()) > 0, 'the cookie outlives the browser')
    assert.equal(await readPerson(user), first)
  },
)
