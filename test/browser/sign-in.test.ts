import assert from 'node:assert/strict'
import { arriveAt, type Guest, META, main, press, seeHeading, seeStatus } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, preview, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

async function forgetEverything({ context, page }: Guest): Promise<void> {
  await context.clearCookies()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
}

async function person({ page }: Guest): Promise<unknown> {
  const state = await page.evaluate<{ me: { id: string } }>('fetch("/api/session").then((answer) => answer.json())')
  return state.me.id
}

stage.play('signs in with one click when there is one wallet', { wallets: [META] }, async (guest) => {
  const { page, account } = guest
  await page.addInitScript('clicks = 0; addEventListener("click", () => clicks++, true)')
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(account.address) === true,
    'the address is shown',
  )
  await seeStatus(page, chip.connected)
  assert.equal(await page.evaluate('clicks'), 1)
  assert.equal(posts(guest), 1)
  assert.equal(guest.messages.length, 1)
})

stage.play(
  'calls the wallet inside the click: no call to the server comes between',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await page.addInitScript(`
    happenings = []
    addEventListener('click', () => happenings.push('click'), true)
    const send = fetch
    window.fetch = (url, init) => (happenings.push('call ' + url), send(url, init))
    for (const { provider } of Object.values(scriptedWallets)) {
      const ask = provider.request
      provider.request = (request) => (happenings.push('wallet ' + request.method), ask(request))
    }`)
    const challenged = page.waitForResponse(/\/api\/challenges$/)
    await page.goto('/sign-in')
    await (await challenged).finished()
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    const happenings = await page.evaluate<string[]>('happenings')
    const fromClick = happenings.slice(happenings.indexOf('click'))
    const untilSigned = fromClick.slice(0, fromClick.indexOf('wallet personal_sign') + 1)
    assert.deepEqual(
      untilSigned.filter((each) => !each.startsWith('wallet eth_')),
      ['click', 'wallet wallet_requestPermissions', 'wallet personal_sign'],
    )
  },
)

stage.play(
  'shows the very message the wallet gets, byte for byte',
  { wallets: [{ ...META, chainId: 137, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page, account } = guest
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await main(page).getByText(preview.label).click()
    const shown = await main(page).locator('pre').textContent()
    await guest.wallet('io.metamask').approve()
    await arriveAt(page, '/home')
    assert.deepEqual(guest.messages, [shown])
    const host = new URL(stage.product.origin).host
    assert.ok(shown?.startsWith(`${host} wants you to sign in with your Ethereum account:\n${account.address}\n`))
    assert.match(shown ?? '', /\nChain ID: 137\n/)
  },
)

stage.play('goes back to where the person was going', { wallets: [META] }, async ({ page }) => {
  await page.goto('/sign-in?return_to=%2Fwallets%2Fhelp%3Fa%3D1')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/wallets/help?a=1')
})

stage.play('goes home instead of anywhere hostile', { wallets: [META] }, async (guest) => {
  const { page } = guest
  for (const hostile of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/sign-in?return_to=${encodeURIComponent(hostile)}`)
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await forgetEverything(guest)
  }
})

stage.play('ends with the browser unless the person asks to be kept', { wallets: [META] }, async (guest) => {
  const { page, context } = guest
  const expiry = async () => (await context.cookies()).find(({ name }) => name === 'cs')?.expires
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  assert.equal(await expiry(), -1)
  await forgetEverything(guest)
  await page.goto('/sign-in')
  await page.getByLabel(signIn.keep).check()
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  const days = ((await expiry()) ?? 0) / 86_400 - Date.now() / 86_400_000
  assert.ok(days > 29.9 && days <= 30, `${days} days`)
})

stage.play(
  'finds the same person at the second sign-in, and another for another account',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const people: unknown[] = []
    for (const account of [guest.account, guest.account, guest.other]) {
      await page.goto('/sign-in')
      await guest.wallet('io.metamask').switchAccounts([account.address])
      await press(page, signIn.continueWith('MetaMask'))
      await arriveAt(page, '/home')
      people.push(await person(guest))
      await forgetEverything(guest)
    }
    assert.equal(people[0], people[1])
    assert.notEqual(people[0], people[2])
  },
)
