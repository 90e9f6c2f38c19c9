/** Dialogs of the page, and the one that asks for a step-up signature. */

import type { Locator, Page } from 'playwright-core'
import { signIn, stepUp } from './words.ts'

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Signs the step-up with MetaMask, which connects first when it is not connected. */
export async function confirmStepUp(page: Page): Promise<void> {
  const opened = dialog(page, stepUp.title)
  const button = (name: string) => opened.getByRole('button', { name, exact: true })
  await button(stepUp.sign)
    .or(button(signIn.continueWith('MetaMask')))
    .click()
  await opened.waitFor({ state: 'hidden' })
}
