import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, META, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, crash, help, home, notFound, setup, signIn, signOut } from '../support/words.ts'

const stage = setStage()
const PERMITTED = { ...META, permitted: true }

async function begin({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
}

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
    if (path === '/setup') {
      await press(page, signIn.continueWith('Demo wallet'))
      await see(page, setup.codeMissing)
    }
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
  const body = 'export function WalletsHelpScreen() { throw new Error("out of ink") }'
  await context.route(/\/assets\/wallets-help-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.goto('/wallets/help')
  await seeHeading(page, crash.title)
  await see(page, /^page\/crashed .* Error: out of ink$/)
  await inspect(page, 'crash')
  await until(
    () => guest.complaints.length,
    (count) => count > 0,
    'the fault is in the console',
  )
  guest.complaints.length = 0 // the crash is what was asked for
})
