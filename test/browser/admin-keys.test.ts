import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { copiedBy, type Guest, META, main, press, stopClock } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { apps, keys as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage

const table = (page: Page, alg: string) => main(page).getByRole('table', { name: `${words.caption}: ${alg}` })
const signing = (page: Page, alg: string) =>
  table(page, alg).getByRole('row').filter({ hasText: words.statuses.active }).getByRole('rowheader')

async function published(): Promise<string[]> {
  const answer = await fetch(`${site.stage.product.origin}/oidc/jwks`)
  const { keys } = (await answer.json()) as { keys: { kid: string }[] } // RFC 7517
  return keys.map(({ kid }) => kid)
}

play('an owner rotates signing keys and opens the published ones', { wallets: [META], clock: true }, async (guest) => {
  const { page, context } = guest
  await site.enter(guest, 'owner', '/admin/keys')
  const before = (await signing(page, 'ES256').textContent()) ?? ''
  const other = (await signing(page, 'RS256').textContent()) ?? ''
  await table(page, 'ES256').getByText(words.signsUntil).waitFor()
  await press(page, words.rotateOf('ES256'))
  await dialog(page, words.rotateTitle('ES256')).getByRole('button', { name: words.act, exact: true }).click()
  await confirm(page)
  await page.getByText(words.done).first().waitFor()
  await table(page, 'ES256').getByText(words.trustedUntil).waitFor()
  assert.notEqual(await signing(page, 'ES256').textContent(), before)
  assert.equal(await signing(page, 'RS256').textContent(), other)
  assert.ok((await published()).includes(before))
  await inspect(page, 'signing keys, one of them retiring')
  await distrustKey(guest, other)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stopClock(page) // the button says for two seconds what it did
  const address = `${site.stage.product.origin}/oidc/jwks`
  assert.equal(await copiedBy(page, apps.copyOf(words.publishedAddress)), address)
  await main(page).getByRole('button', { name: apps.copied, exact: true }).waitFor()
  const opening = context.waitForEvent('page')
  await main(page).getByRole('link', { name: words.publishedOpen }).click()
  const opened = await opening
  await opened.waitForURL(address)
  const { keys } = JSON.parse((await opened.locator('body').textContent()) ?? '')
  assert.deepEqual(
    keys.map(({ kid }: { kid: string }) => kid),
    await published(),
  )
  await opened.close()
})

/** A key that others may know is no longer published. The first attempt does not reach the server. */
async function distrustKey({ page, context }: Guest, before: string): Promise<void> {
  await press(page, words.rotateOf('RS256'))
  const rotating = dialog(page, words.rotateTitle('RS256'))
  const act = rotating.getByRole('button', { name: words.act, exact: true })
  await rotating.getByLabel(words.distrust).check()
  await rotating.getByText(words.distrustBody).waitFor()
  await context.route('**/api/admin/keys/**', (route) => route.abort(), { times: 1 })
  await act.click()
  await rotating.getByRole('alert').getByText(wordsForProblem('server/unreachable', '').body).waitFor()
  assert.ok(await rotating.getByLabel(words.distrust).isChecked())
  await inspect(page, 'rotating a key')
  await act.click()
  await page.getByText(words.doneDistrusted).first().waitFor()
  assert.equal(await table(page, 'RS256').getByText(before, { exact: true }).count(), 0)
  assert.ok(!(await published()).includes(before))
}
