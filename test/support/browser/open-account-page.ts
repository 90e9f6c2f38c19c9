/** Opens an account page by its link in the sidebar. */

import type { Page } from 'playwright-core'
import { account } from './words.ts'

export async function openAccountPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: account.nav.label }).getByRole('link', { name, exact: true }).click()
}
