import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { copiedBy, META, main, press, seeHeading, stopClock } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { apps, notFound, keys as words } from '../support/words.ts'

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

play('owners see which key signs, until when, and change it', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/keys')
  const before = (await signing(page, 'ES256').textContent()) ?? ''
  const other = (await signing(page, 'RS256').textContent()) ?? ''
  await table(page, 'ES256').getByText(words.signsUntil).waitFor()
  await inspect(page, 'signing keys')
  await press(page, words.rotateOf('ES256'))
  await inspect(page, 'changing a key')
  await dialog(page, words.rotateTitle('ES256')).getByRole('button', { name: words.act, exact: true }).click()
  await confirm(page)
  await page.getByText(words.done).first().waitFor()
  await table(page, 'ES256').getByText(words.trustedUntil).waitFor()
  assert.notEqual(await signing(page, 'ES256').textContent(), before)
  assert.equal(await signing(page, 'RS256').textContent(), other)
  assert.ok((await published()).includes(before))
  await inspect(page, 'a key that retires')
})

play('owners copy the address of the published keys, and open it', { wallets: [META], clock: true }, async (guest) => {
  const { page, context } = guest
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await site.enter(guest, 'owner', '/admin/keys')
  await seeHeading(page, words.title)
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

play('a key that others may know is published no more', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/keys')
  const before = (await signing(page, 'RS256').textContent()) ?? ''
  await press(page, words.rotateOf('RS256'))
  const rotating = dialog(page, words.rotateTitle('RS256'))
  await rotating.getByLabel(words.distrust).check()
  await rotating.getByText(words.distrustBody).waitFor()
  await rotating.getByRole('button', { name: words.act, exact: true }).click()
  await confirm(page)
  await page.getByText(words.doneDistrusted).first().waitFor()
  assert.equal(await table(page, 'RS256').getByText(before, { exact: true }).count(), 0)
  assert.ok(!(await published()).includes(before))
})

play('admins are not told of the keys', { wallets: [META] }, async (guest) => {
  await site.enter(guest, 'admin', '/admin/keys')
  await seeHeading(guest.page, notFound.heading)
})
