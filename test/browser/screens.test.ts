import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, META, main, press, RABBY, see, seeHeading, seeStatus, until } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import {
  chip,
  crash,
  failed,
  help,
  home,
  notFound,
  notices,
  preview,
  setup,
  signIn,
  signOut,
} from '../support/words.ts'

const stage = setStage()
const PERMITTED = { ...META, permitted: true }
const NO = { code: 4001, message: 'User rejected the request.' }
const CONNECTS = ['wallet_requestPermissions', 'eth_requestAccounts']
const connecting = (answer: 'ask' | typeof NO) => Object.fromEntries(CONNECTS.map((method) => [method, answer]))

async function begin({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
}

stage.play('axe finds nothing on the list of wallets', { wallets: [META, RABBY] }, async ({ page }) => {
  await page.goto('/sign-in')
  await main(page).getByRole('list', { name: signIn.walletsLabel }).waitFor()
  await inspect(page, 'choosing')
})

stage.play(
  'axe finds nothing on one wallet, its wait, and its hints',
  { wallets: [{ ...META, answers: connecting('ask') }], clock: true },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    await inspect(page, 'one wallet')
    await begin(guest)
    await seeStatus(page, chip.connecting)
    await inspect(page, 'connecting')
    await page.clock.fastForward(61_000)
    await see(page, signIn.openingStalled('MetaMask'))
    await inspect(page, 'stalled')
  },
)

stage.play('axe finds nothing on a calm line', { wallets: [{ ...META, answers: connecting(NO) }] }, async (guest) => {
  await begin(guest)
  await see(guest.page, notices.declined_connect('MetaMask'))
  await inspect(guest.page, 'notice')
})

stage.play(
  'axe finds nothing on the message, the question and a failure',
  { wallets: [{ ...META, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page } = guest
    const wallet = guest.wallet('io.metamask')
    await begin(guest)
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await main(page).getByText(preview.label).click()
    await inspect(page, 'awaiting_signature')
    await press(page, signIn.cancel)
    await seeHeading(page, signIn.connectedTitle)
    await inspect(page, 'connected')
    await wallet.answer('personal_sign', { code: -32603, message: 'Internal JSON-RPC error.' })
    await press(page, signIn.continueAs)
    await seeHeading(page, wordsForProblem('wallet/internal', 'MetaMask').title)
    await main(page).getByText(failed.details, { exact: true }).click()
    await inspect(page, 'failed')
  },
)

stage.play(
  'axe finds nothing on home, its banner, its warning and the way out',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await begin(guest)
    await arriveAt(page, '/home')
    await seeStatus(page, chip.connected)
    await inspect(page, 'home')
    await guest.wallet('io.metamask').switchAccounts([guest.other.address])
    await see(page, home.mismatch)
    await inspect(page, 'home with another account')
    await page.goto('/sign-out')
    await seeHeading(page, signOut.confirmTitle)
    await inspect(page, 'sign-out')
    await page.goto('/home')
    await seeHeading(page, home.heading)
    await page.clock.fastForward(12 * 3_600_000 - 115_000)
    await page.getByRole('dialog').waitFor()
    await inspect(page, 'home with its warning')
  },
)

stage.play('axe finds nothing once signed out', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await begin(guest)
  await arriveAt(page, '/home')
  await press(page, home.signOut)
  await seeHeading(page, signOut.doneTitle)
  await inspect(page, 'signed out')
})

stage.play('axe finds nothing on help, setup, a problem and nothing', {}, async ({ page }) => {
  const screens = [
    ['/wallets/help', help.title],
    ['/setup', setup.title],
    ['/problems/challenge_expired', wordsForProblem('challenge_expired', '').title],
    ['/nowhere', notFound.heading],
  ] as const
  for (const [path, heading] of screens) {
    await page.goto(path)
    await seeHeading(page, heading)
    if (path === '/setup') await press(page, signIn.continueWith('Demo wallet'))
    await inspect(page, path)
  }
})

stage.play('axe finds nothing on the demo wallet’s window', {}, async ({ page }) => {
  const dialog = page.getByRole('dialog')
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('Demo wallet'))
  await dialog.waitFor()
  await inspect(page, 'demo wallet connecting')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.locator('pre').waitFor()
  await inspect(page, 'demo wallet signing')
})

stage.play('axe finds nothing when the page has crashed, and it says so', {}, async (guest) => {
  const { page, context } = guest
  await context.route(/\/assets\/wallets-help-.*\.js$/, (route) => route.abort())
  await page.goto('/wallets/help')
  await seeHeading(page, crash.title)
  await inspect(page, 'crash')
  await until(
    () => guest.complaints.length,
    (count) => count > 0,
    'the fault is in the console',
  )
  guest.complaints.length = 0 // the crash is what was asked for
})

const off = setStage({ DEMO_WALLET: 'off' })

off.play('axe finds nothing when there is no wallet', {}, async ({ page }) => {
  await page.goto('/sign-in')
  await see(page, signIn.none.title)
  await inspect(page, 'none')
})
