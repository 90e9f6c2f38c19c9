import { arriveAt, META, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, crash, home, signIn, signOut } from '../support/words.ts'

const stage = setStage()

stage.play(
  'axe finds nothing on home with another account, on sign-out and once signed out',
  { wallets: [{ ...META, permitted: true }] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeStatus(page, chip.connected)
    await guest.wallet('io.metamask').switchAccounts([guest.other.address])
    await see(page, home.mismatch)
    await inspect(page, 'home with another account')
    await page.goto('/sign-out')
    await seeHeading(page, signOut.confirmTitle)
    await inspect(page, 'sign-out')
    await press(page, signOut.signOut)
    await seeHeading(page, signOut.doneTitle)
    await inspect(page, 'signed out')
  },
)

stage.play('a page that crashed says so, and axe finds nothing on it', {}, async (guest) => {
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
