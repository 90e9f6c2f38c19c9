import assert from 'node:assert/strict'
import { arriveAt, type Guest, META, main, press, seeHeading, seeStatus } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, preview, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

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

async function forgetEverything({ context, page }: Guest): Promise<void> {
  await context.clearCookies()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
}

async function person({ page }: Guest): Promise<unknown> {
  const state = await page.evaluate<{ me: { id: string } }>('fetch("/api/session").then((answer) => answer.json())')
  return state.me.id
}

stage.play(
  'signs in with one click: the wallet is called inside it, and the page shows the exact message that is signed',
  { wallets: [{ ...META, chainId: 137, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page, account } = guest
    await page.addInitScript(RECORD)
    const challenged = page.waitForResponse(/\/api\/challenges$/)
    await page.goto('/sign-in')
    await (await challenged).finished()
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await until(
      () => guest.wallet('io.metamask').waiting(),
      (methods) => methods.length === 1,
      'the wallet is asked',
    )
    const happenings = await page.evaluate<string[]>('happenings')
    assert.equal(happenings.filter((each) => each === 'click').length, 1)
    const fromClick = happenings.slice(happenings.indexOf('click'))
    const untilSigned = fromClick.slice(0, fromClick.indexOf('wallet personal_sign') + 1)
    assert.deepEqual(
      untilSigned.filter((each) => !each.startsWith('wallet eth_')),
      ['click', 'wallet wallet_requestPermissions', 'wallet personal_sign'],
    )
    await main(page).getByText(preview.label).click()
    const shown = await main(page).locator('pre').textContent()
    await guest.wallet('io.metamask').approve()
    await arriveAt(page, '/home')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(account.address) === true,
      'the address is shown',
    )
    await seeStatus(page, chip.connected)
    assert.equal(posts(guest), 1)
    assert.deepEqual(guest.messages, [shown])
    const host = new URL(stage.product.origin).host
    assert.ok(shown?.startsWith(`${host} wants you to sign in with your Ethereum account:\n${account.address}\n`))
    assert.match(shown ?? '', /\nChain ID: 137\n/)
  },
)

stage.play(
  'returns to the requested page, ignores a hostile one, and keeps the session only when asked to',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    const expiry = async () => (await context.cookies()).find(({ name }) => name === 'cs')?.expires
    await page.goto('/sign-in?return_to=%2Fwallets%2Fhelp%3Fa%3D1')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/wallets/help?a=1')
    assert.equal(await expiry(), -1)
    const first = await person(guest)
    await forgetEverything(guest)
    await page.goto(`/sign-in?return_to=${encodeURIComponent('//evil.example')}`)
    await page.getByLabel(signIn.keep).check()
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    assert.ok(Number(await expiry()) > 0, 'the cookie outlives the browser')
    assert.equal(await person(guest), first)
  },
)
