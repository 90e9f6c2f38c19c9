import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { signOutAndDisconnect } from '../../support/browser/account-menu.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectNoStatus,
  expectStatus,
  expectText,
  METAMASK,
  main,
  openAndWaitForIdle,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { chip, home, notices, signIn, signOut } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
/** Silent: each tab follows the others, not the wallet. */
const PROMPTING_WALLET = { ...METAMASK, silent: true, answers: { wallet_requestPermissions: 'ask' } } as const
const metaMask = (user: TestUser, page?: Page) => user.wallet('io.metamask', page)

const waitForRequest = (user: TestUser, page: Page) =>
  until(
    () => metaMask(user, page).waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )

/** The first tab asks the wallet, and the other one has to wait for it. */
async function connectInBoth(user: TestUser, other: Page): Promise<void> {
  const { page } = user
  await clickButton(page, signIn.continueWith('MetaMask'))
  await waitForRequest(user, page)
  await clickButton(other, signIn.continueWith('MetaMask'))
  await expectHeading(other, signIn.otherTabTitle)
}

async function takeOverPrompt(user: TestUser, other: Page): Promise<void> {
  const { page } = user
  await connectInBoth(user, other)
  await clickButton(page, signIn.cancel)
  await expectText(page, notices.canceled)
  await expectNoStatus(page)
  await expectHeading(other, signIn.title)
  await metaMask(user, page).reject()

  await connectInBoth(user, other)
  await checkPart(other, 'another tab has the prompt')
  assert.deepEqual(await metaMask(user, other).calledMethods(), [])
  await clickButton(other, signIn.continueHere)
  await waitForRequest(user, other)
  await expectHeading(page, signIn.otherTabTitle)
  await openAndWaitForIdle(page, async () => {
    await metaMask(user, other).approve()
    await waitForPath(other, '/home')
    await waitForPath(page, '/home')
  })
  assert.equal(user.calls.filter((call) => call === 'POST /api/sessions').length, 1)
}

async function switchPerson(user: TestUser, other: Page): Promise<void> {
  const { page, other: otherAccount } = user
  await expectStatus(other, chip.connected)
  await metaMask(user, other).switchAccounts([otherAccount.address])
  await metaMask(user, other).emit('accountsChanged', [otherAccount.address])
  await clickButton(other, home.signInAsIt)
  await openAndWaitForIdle(page, async () => {
    await clickButton(other, signIn.continueAs)
    await waitForPath(other, '/home')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(otherAccount.address) === true,
      'the first tab shows the new person',
    )
  })
}

/** The wallet is disconnected in every tab, and forgotten. */
async function signOutEverywhere(user: TestUser, other: Page): Promise<void> {
  const { page, account, other: otherAccount } = user
  await expectHeading(other, home.heading)
  await metaMask(user, page).permit(true)
  await metaMask(user, page).emit('accountsChanged', [otherAccount.address])
  for (const tab of [page, other]) await expectStatus(tab, chip.connected)
  await signOutAndDisconnect(other)
  for (const tab of [page, other]) {
    await expectHeading(tab, signOut.doneTitle)
    await expectNoStatus(tab)
  }
  await until(
    () => metaMask(user, other).calledMethods(),
    (methods) => methods.includes('wallet_revokePermissions'),
    'the permission is revoked',
  )
  await until(
    () => page.evaluate<string | null>('localStorage.getItem("cs.recent")'),
    (kept) => kept === null,
    'the wallet is forgotten',
  )
  for (const { address } of [account, otherAccount]) {
    assert.equal(await page.evaluate(`JSON.stringify({ ...localStorage }).includes('${address.slice(2)}')`), false)
  }
}

/** The other tab still shows that it was signed out. */
async function signInAgain(user: TestUser, other: Page): Promise<void> {
  await other.getByRole('link', { name: signOut.again }).click()
  await clickButton(other, signIn.continueWith('MetaMask'))
  await waitForRequest(user, other)
  await metaMask(user, other).approve()
  await waitForPath(other, '/home')
  await waitForPath(user.page, '/home')
}

suite.testInBrowser(
  'tabs open one wallet prompt at a time, and share sign-in, change of person and sign-out',
  { wallets: [PROMPTING_WALLET] },
  async (user) => {
    const { page, context } = user
    await page.goto('/sign-in')
    const other = await context.newPage()
    await other.goto('/sign-in')
    await expectHeading(other, signIn.title)
    await takeOverPrompt(user, other)
    await switchPerson(user, other)
    await signOutEverywhere(user, other)
    await signInAgain(user, other)
  },
)
