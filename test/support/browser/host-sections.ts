/** Actions of an admin on the page of a protected host. */

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { checkAccessibility, checkPart } from './accessibility/accessibility.ts'
import { confirmStepUp, dialog } from './dialog.ts'
import { clickButton, main } from './test-user.ts'
import { account, admin, hosts } from './words.ts'

const { rules, headers, tokens, checkPath } = hosts
const { form } = account
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
export const openPart = (page: Page, part: string) => main(page).getByRole('link', { name: part, exact: true }).click()

export async function editRules(page: Page): Promise<void> {
  await openPart(page, hosts.parts.rules)
  await main(page).getByText(rules.emptyBody).waitFor()
  await clickButton(page, rules.add)
  await field(page, rules.path).fill('/docs//*')
  await clickButton(page, form.save)
  await main(page).getByText(rules.pathWrong).waitFor()
  await main(page).getByText(rules.groupMissing).waitFor()
  await checkPart(page, 'a rule with mistakes')
  await field(page, rules.path).fill('/docs/*')
  await field(page, 'GET').check()
  await field(page, rules.access).selectOption('public')
  await main(page).getByText(rules.publicNote).waitFor()
  await clickButton(page, rules.add)
  const second = main(page).getByRole('group', { name: rules.row(2), exact: true })
  await second.getByLabel(rules.path, { exact: true }).fill('/docs/internal/*')
  await second.getByLabel('Büro', { exact: true }).check()
  await clickButton(page, rules.upOf(2)) // the first match decides
  await clickButton(page, form.save)
  await page.getByText(rules.saved).first().waitFor() // the toast and its announcement
  await page.reload()
  const paths = main(page).getByLabel(rules.path, { exact: true })
  await paths.nth(1).waitFor()
  assert.deepEqual([await paths.nth(0).inputValue(), await paths.nth(1).inputValue()], ['/docs/internal/*', '/docs/*'])
  await clickButton(page, rules.removeOf(1))
  await main(page).getByText(form.unsaved).waitFor()
  await clickButton(page, form.discard)
  assert.equal(await paths.count(), 2)
  await checkAccessibility(page, 'rules of a host')
}

export async function rotateCheckPath(page: Page): Promise<void> {
  await openPart(page, hosts.parts.setup)
  const configuration = main(page).locator('pre')
  const shownPath = async () => /\/forward-auth\/check-[\w-]{32}/.exec((await configuration.textContent()) ?? '')?.[0]
  const old = await shownPath()
  assert.ok(old)
  await clickButton(page, checkPath.rotate)
  const confirmation = dialog(page, checkPath.rotateTitle)
  await confirmation.getByText(checkPath.rotateBody).waitFor()
  await checkPart(page, 'rotating the check path')
  await confirmation.getByRole('button', { name: checkPath.rotate, exact: true }).click()
  await page.getByText(checkPath.rotated).first().waitFor()
  await until(shownPath, (path) => path !== undefined && path !== old, 'the new path is shown')
}

export async function mapHeaders(page: Page): Promise<void> {
  await openPart(page, hosts.parts.headers)
  await clickButton(page, headers.add)
  await field(page, headers.header).fill('Cookie')
  await clickButton(page, form.save)
  await main(page).getByText(headers.headerWrong).waitFor()
  await field(page, headers.header).fill('X-WEBAUTH-USER')
  await checkAccessibility(page, 'headers of a host')
  await clickButton(page, form.save)
  await page.getByText(headers.saved).first().waitFor()
}

/** Each token requires its own signature and is shown once. */
export async function useTokens(page: Page): Promise<void> {
  await openPart(page, hosts.parts.tokens)
  await main(page).getByText(tokens.emptyBody).waitFor()
  await clickButton(page, tokens.create)
  await main(page).getByText(tokens.nameWrong).waitFor()
  await field(page, tokens.name).fill('ci')
  await clickButton(page, tokens.create)
  await confirmStepUp(page)
  const shown = dialog(page, tokens.newToken)
  assert.match((await shown.locator('.shown-once').textContent()) ?? '', /^cs_host_[\w-]{43}$/)
  await checkPart(page, 'a new token')
  await shown.getByRole('button', { name: admin.done, exact: true }).click()
  await main(page).getByRole('row').filter({ hasText: 'ci' }).waitFor()
  assert.doesNotMatch(await page.content(), /cs_host_[\w-]{43}/)
  await checkAccessibility(page, 'tokens of a host')
  await field(page, tokens.name).fill('ci')
  await clickButton(page, tokens.create)
  await confirmStepUp(page)
  await main(page).getByText(tokens.nameTaken).waitFor()
  await clickButton(page, tokens.revokeOf('ci'))
  await dialog(page, tokens.revokeTitle('ci')).getByRole('button', { name: tokens.revoke, exact: true }).click()
  await confirmStepUp(page)
  await main(page).getByText(tokens.emptyBody).waitFor()
}
