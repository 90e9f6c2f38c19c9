/** Chooses a wallet of several chain families in the list, and the account to use. */

import type { Locator, Page } from 'playwright-core'
import { main } from './test-user.ts'
import { signIn } from './words.ts'

export type FamilyName = 'Ethereum' | 'Solana' | 'Bitcoin'

export const walletButton = (page: Page, name: string): Locator =>
  main(page).getByRole('button', { name: new RegExp(`^(?:Continue with )?${name}`) })

/** Also under "More ways", where a wallet is whose code was loaded after that of the only other one. */
export async function chooseWallet(page: Page, name: string): Promise<void> {
  const more = main(page).getByText(signIn.moreWays)
  await walletButton(page, name).or(more).first().waitFor()
  if ((await walletButton(page, name).count()) === 0) await more.click()
  await walletButton(page, name).click()
}

/** The link to the accounts that a click on a wallet does not use; its name says which families have been found. */
export const otherAccounts = (page: Page, ...families: FamilyName[]): Locator =>
  main(page).getByRole('button', { name: signIn.otherAccounts(...families), exact: true })

export const accountChoice = (page: Page): Locator => main(page).getByRole('group', { name: signIn.whichAccount })

/** With the name of the wallet if several have other accounts. */
export const accountButton = (page: Page, family: FamilyName, wallet = ''): Locator =>
  accountChoice(page).getByRole('button', { name: `${signIn.accountOn(family)}${wallet && ` ${wallet}`}`, exact: true })

/** The account of a wallet that has Ethereum, Solana and Bitcoin, and was not used before. */
export async function chooseAccount(page: Page, family: 'Solana' | 'Bitcoin'): Promise<void> {
  await otherAccounts(page, 'Solana', 'Bitcoin').click()
  await accountButton(page, family).click()
}
