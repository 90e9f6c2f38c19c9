/** Steps that the browser tests of Solana and Bitcoin wallets share. */

import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Locator, Page } from 'playwright-core'
import { until } from '../until.ts'
import type { FamilyWalletChoice } from './family-wallets.ts'
import { expectStatus, expectText, main, type TestUser, waitForPath } from './test-user.ts'
import { chip, home } from './words.ts'

export const REJECTION = { code: 4001, message: 'User rejected the request.' }

export const countSignIns = ({ calls }: TestUser): number =>
  calls.filter((call) => call === 'POST /api/sessions').length

export const walletRow = (page: Page, { name }: FamilyWalletChoice): Locator =>
  main(page)
    .getByRole('button', { name: new RegExp(`^(?:Continue with )?${name}`) })
    .first()

export async function expectSignedIn({ page }: TestUser, address: string): Promise<void> {
  await waitForPath(page, '/home')
  await until(
    () => main(page).textContent(),
    (text) => text?.replaceAll(/\s/g, '').includes(address) === true,
    'the account of the session',
  )
}

type Restored = {
  wallet: FamilyWalletChoice
  own: string
  other: string
  /** The requests to the wallet that open a window. */
  readPrompts: (user: TestUser, wallet: FamilyWalletChoice) => Promise<string[]>
}

/** Signs in and reloads; then the wallet switches accounts, disconnects, and is locked at the next load. */
export async function checkRestored(user: TestUser, { wallet, own, other, readPrompts }: Restored): Promise<void> {
  const { page } = user
  const script = `scriptedWallets["${wallet.id}"]`
  await page.goto('/sign-in')
  await walletRow(page, wallet).click()
  await expectSignedIn(user, own)

  await page.addInitScript(`${script}.permit(true)`)
  await page.reload()
  await expectStatus(page, chip.connected)
  assert.deepEqual(await readPrompts(user, wallet), [])

  await user.wallet(wallet.id).switchAccounts([other])
  await expectText(page, home.mismatch)
  await expectText(page, shortAddress(other))
  await expectSignedIn(user, own)
  await user.wallet(wallet.id).switchAccounts([own])
  await until(
    () => main(page).getByText(home.mismatch).count(),
    (times) => times === 0,
    'no notice of another account',
  )
  await user.wallet(wallet.id).switchAccounts([])
  await expectStatus(page, chip.disconnected)
  await expectSignedIn(user, own)

  await page.addInitScript(`${script}.permit(false)`)
  await page.reload()
  await expectStatus(page, chip.disconnected)
  await expectSignedIn(user, own)
  assert.deepEqual(await readPrompts(user, wallet), [])
  assert.ok(!user.calls.includes('DELETE /api/session'))
}
