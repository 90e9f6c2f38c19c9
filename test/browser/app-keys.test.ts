import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { claimsOf, keySet, newKey, proofForm } from '../support/app-key.ts'
import { startAppSite } from '../support/app-site.ts'
import { type Guest, META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, app, apps } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [META] }
const own = newKey('ES256', '2026-11')
const next = newKey('RS256', '2027-11')

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const part = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: app.partsLabel }).getByRole('link', { name, exact: true }).click()
const choose = (page: Page, method: keyof typeof app.authMethods) =>
  field(page, app.authMethod).selectOption({ label: app.authMethods[method] })
const secretsOf = (name: string) =>
  site.read('SELECT s.id FROM app_secret s JOIN app a ON a.id = s.app_id WHERE a.name = ?', name).length
const keyRows = (page: Page) => main(page).getByRole('table', { name: app.keys }).locator('tbody tr')

async function addApp(guest: Guest, name: string): Promise<void> {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=other')
  await field(page, apps.name).fill(name)
  await field(page, apps.redirect).fill(`https://${name.toLowerCase()}.example/back`)
  await press(page, apps.create)
  await confirm(page)
  await main(page).getByRole('link', { name: apps.toApp, exact: true }).click()
  await seeHeading(page, name)
  await part(page, app.parts.settings)
}

/** What the app itself does with its key. */
async function signWith(key: typeof own, name: string): Promise<void> {
  const [found] = site.read('SELECT client_id FROM app WHERE name = ?', name) as { client_id: string }[] // of its columns
  const { origin } = site.stage.product
  const claims = claimsOf({ context: { config: { origin } } }, { app: { clientId: found?.client_id ?? '' } })
  const body = new URLSearchParams({ token: 'x', ...proofForm(key.token(claims)) })
  assert.equal((await fetch(`${origin}/oidc/introspect`, { method: 'POST', body })).status, 200)
}

play('an app changes from secrets to keys of its own', WALLETS, async (guest) => {
  const { page, context } = guest
  await addApp(guest, 'Ledger')
  const sent: string[] = []
  await context.route('**/api/**', (route) => {
    sent.push(route.request().postData() ?? '')
    return route.fallback()
  })
  const confirming = dialog(page, app.toKeyTitle)
  const change = confirming.getByRole('button', { name: app.toKey, exact: true })
  await choose(page, 'private_key_jwt')
  await press(page, app.save)
  await see(page, app.keyProblems.needs_keys)
  await field(page, app.jwks).fill(JSON.stringify(own.privateJwk))
  await press(page, app.save)
  await see(page, app.keyAt(1, app.keyProblems.private_key))
  await main(page).locator('textarea:focus[aria-invalid]').waitFor()
  await inspect(page, 'settings with a private key')

  // Only the server finds that the point is not on the curve.
  const { x, y, ...rest } = own.publicJwk
  const crooked = JSON.stringify({ keys: [{ ...rest, x: y, y: x }] })
  await field(page, app.jwks).fill(crooked)
  await press(page, app.save)
  await confirming.waitFor()
  await inspect(page, 'changing from secrets to keys')
  await change.click()
  await see(page, app.keyAt(1, app.keyProblems.key_broken))
  assert.deepEqual([await field(page, app.jwks).inputValue(), secretsOf('Ledger')], [crooked, 1])
  await press(page, app.discard)
  await seeValue(field(page, app.authMethod), 'client_secret_basic')

  await field(page, app.authMethod).focus()
  await page.keyboard.press('End') // letters would have to follow each other within a second
  await field(page, app.jwks).waitFor()
  await page.keyboard.press('Tab')
  await main(page).locator('textarea.mono:focus').waitFor()
  await page.keyboard.insertText(keySet(own))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await main(page).getByText(app.makeKeyNote).waitFor()
  await main(page).getByRole('button', { name: app.save, exact: true }).focus()
  await page.keyboard.press('Enter')
  const cancel = confirming.getByRole('button', { name: account.cancel, exact: true })
  await cancel.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await confirming.waitFor({ state: 'hidden' })
  assert.deepEqual([await field(page, app.jwks).inputValue(), secretsOf('Ledger')], [keySet(own), 1])
  await press(page, app.save)
  await cancel.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(app.saved).first().waitFor()
  assert.equal(secretsOf('Ledger'), 0)
  assert.ok(sent.some((body) => body.includes('private_key_jwt')))
  assert.ok(!sent.join().includes(String(own.privateJwk.d)))
  await part(page, app.parts.setup)
  await keyRows(page).filter({ hasText: '2026-11' }).filter({ hasText: 'ES256' }).waitFor()
  assert.equal(await main(page).getByRole('table', { name: app.secrets }).count(), 0)
  await main(page).getByText('client.PrivateKeyJwt').waitFor()
})

/** An app with a key, which an admin could have given it. */
async function addAppWithKey(name: string): Promise<string> {
  const { id } = await startAppSite(site, { name })
  site.change("UPDATE app SET auth_method = 'private_key_jwt', jwks = ? WHERE id = ?", keySet(own), id)
  return `/admin/apps/${id}`
}

play('a key is replaced without a gap, read by auditors, and given up for a secret', WALLETS, async (guest) => {
  const { page } = guest
  const path = await addAppWithKey('Vault')
  await site.enter(guest, 'auditor', `${path}?part=settings`)
  assert.equal(await field(page, app.jwks).getAttribute('readonly'), '')
  assert.deepEqual(await main(page).getByRole('button').allTextContents(), [])
  await part(page, app.parts.setup)
  await keyRows(page).filter({ hasText: '2026-11' }).waitFor()
  assert.equal(await main(page).getByRole('link', { name: app.changeKeys }).count(), 0)

  await site.enter(guest, 'admin', `${path}?part=setup`)
  await main(page).getByRole('link', { name: app.changeKeys, exact: true }).click()
  await main(page).locator('textarea.mono:focus').waitFor()
  const { keys } = JSON.parse(await field(page, app.jwks).inputValue())
  assert.deepEqual(
    keys.map(({ kid }: { kid: string }) => kid),
    ['2026-11'],
  )
  await field(page, app.jwks).fill(keySet(own, next))
  await press(page, app.save)
  await confirm(page)
  await main(page).getByText(app.unsaved).waitFor({ state: 'detached' })
  await part(page, app.parts.setup)
  const row = (kid: string) => keyRows(page).filter({ hasText: kid })
  await row('2027-11')
    .filter({ hasText: app.keyBits(2048) })
    .waitFor()
  assert.equal(await keyRows(page).count(), 2)
  await row('2026-11').getByRole('cell', { name: app.notUsed }).waitFor()
  await signWith(next, 'Vault')
  await until(
    () => site.read('SELECT last_used_at FROM app_key_use').length,
    (uses) => uses === 1,
    'the use of the key is recorded',
  )
  await page.reload()
  await row('2027-11').locator('time').waitFor()
  assert.deepEqual(
    [await row('2026-11').locator('time').count(), await row('2027-11').getByText(app.notUsed).count()],
    [0, 0],
  )
  await inspect(page, 'keys and which is in use')

  await part(page, app.parts.settings)
  await choose(page, 'client_secret_post')
  await press(page, app.save)
  const confirming = dialog(page, app.toSecretTitle)
  await confirming.waitFor()
  await inspect(page, 'changing from keys to a secret')
  await confirming.getByRole('button', { name: app.toSecret, exact: true }).click()
  await see(page, app.noSecretYet)
  await press(page, app.addSecret)
  await dialog(page, app.newSecret).getByRole('button', { name: account.done, exact: true }).click()
  await main(page).getByRole('table', { name: app.secrets }).waitFor()
  assert.equal(secretsOf('Vault'), 1)
})
