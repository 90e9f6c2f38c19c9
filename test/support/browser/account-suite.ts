/** What the tests of the account have in common: a person inside, wallets that are old enough, answers to dialogs. */

import type { Locator, Page } from 'playwright-core'
import { stepUp, wallets } from '../../../web/src/words/own.ts'
import { setStage } from './suite.ts'
import { arriveAt, type Guest, META, press, seeHeading, type WalletChoice } from './test-user.ts'
import { home, signIn } from './words.ts'

export const PERMITTED: WalletChoice = { ...META, permitted: true }

const DAY_MS = 86_400_000

/** A stage whose database the test can reach: some rules only bite after a day. */
export function setAccountStage() {
  const stage = setStage({ DEMO_WALLET: 'off' })
  return {
    stage,
    /** Every wallet was added two days earlier than it was. */
    ageWallets() {
      stage.change('UPDATE wallet SET linked_at = linked_at - ?', 2 * DAY_MS)
    },
  }
}

export async function enter({ page }: Guest, at = '/home'): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
  if (at !== '/home') await page.goto(at)
}

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Signs in the step-up's dialog with the account the wallet shows. */
export async function confirm(page: Page): Promise<void> {
  const asking = dialog(page, stepUp.title)
  await asking.getByRole('button', { name: stepUp.sign, exact: true }).click()
  await asking.waitFor({ state: 'hidden' })
}

export const meta = (guest: Guest, page?: Page) => guest.wallet('io.metamask', page)

/** The guest's other key becomes a wallet of the same person; the wallet app shows it afterwards. */
export async function addOther(guest: Guest, label: string): Promise<void> {
  const { page } = guest
  await page.goto('/wallets/add')
  await meta(guest).switchAccounts([guest.other.address])
  await page.getByLabel(wallets.label).fill(label)
  await press(page, wallets.signNew)
  await dialog(page, stepUp.title).getByText(stepUp.switchTo('MetaMask')).waitFor()
  await meta(guest).switchAccounts([guest.account.address])
  await confirm(page)
  await seeHeading(page, wallets.addedTitle)
  await meta(guest).switchAccounts([guest.other.address])
}
