/** Chooses a wallet of several chain families in the list, and the account to use. */

import type { Locator, Page } from 'playwright-core'
import { main } from './test-user.ts'
import { signIn } from './words.ts'

export type FamilyName = 'Ethereum' | 'Solana' | 'Bitcoin'

/** The button of a wallet, once the families that are loaded later have joined it. */
export const walletOfFamilies = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('button', { name: new RegExp(`^(?:Continue with )?${name}`) })
    .and(page.locator('[aria-expanded]'))

export const accountChoice = (page: Page): Locator => main(page).getByRole('group', { name: signIn.whichAccount })

export const accountButton = (page: Page, family: FamilyName): Locator =>
  accountChoice(page).getByRole('button', { name: new RegExp(`${signIn.accountOn(family)}`) })

export async function chooseWallet(page: Page, name: string, family: FamilyName): Promise<void> {
  await walletOfFamilies(page, name).click()
  await accountButton(page, family).click()
}
