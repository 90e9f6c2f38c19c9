/** The menu of the account in the header. */

import type { Locator, Page } from 'playwright-core'
import { account } from './words.ts'

export const accountMenu = (page: Page): Locator => page.getByRole('banner').locator('.account-menu')

/** Opens the menu and chooses one of its buttons: two clicks from any page. */
export async function chooseInAccountMenu(page: Page, name: string): Promise<void> {
  await accountMenu(page).locator('summary').click()
  await accountMenu(page).getByRole('button', { name, exact: true }).click()
}

export const signOutInMenu = (page: Page): Promise<void> => chooseInAccountMenu(page, account.signOut)

export const signOutAndDisconnect = (page: Page): Promise<void> => chooseInAccountMenu(page, account.signOutAll)
