import assert from 'node:assert/strict'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import type { Locator, Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import {
  activate,
  activateBefore,
  confirmByKeyboard,
  expectFocus,
  replaceText,
  tabTo,
} from '../../support/browser/accessibility/keyboard.ts'
import { expectLargeTouchTargets } from '../../support/browser/accessibility/touch-targets.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { startAppSite } from '../../support/browser/app-site.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { abortNextRequest } from '../../support/browser/next-request.ts'
import { expectText, expectValue, METAMASK, main, readCopied, type TestUser } from '../../support/browser/test-user.ts'
import { access, account, admin, apps, hosts, stepUp, app as words } from '../../support/browser/words.ts'
import { readExample } from '../../support/proxies/proxies.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const UNREACHED = wordsForProblem('server/unreachable', '').body

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const link = (page: Page, name: string | RegExp) =>
  main(page).getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

testInBrowser(
  'an admin adds the first app with the keyboard and replaces its secret',
  { wallets: [METAMASK] },
  async (user) => {
    const { page, context } = user
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await site.openAs(user, 'admin', '/admin/apps')
    await expectFocus(heading(page, apps.title))
    await expectText(page, apps.empty)
    await activate(page, link(page, apps.add))
    await expectFocus(heading(page, apps.whichTitle))
    assert.deepEqual(
      await main(page).locator('.preset-name').allTextContents(),
      Object.values(apps.presets).map(({ name }) => name),
    )
    await readAboutGitea(page)
    await activate(page, link(page, apps.back))
    await expectFocus(heading(page, apps.whichTitle))
    await checkAccessibility(page, 'which software')

    await activate(page, link(page, /^Grafana/))
    await expectFocus(heading(page, apps.whereTitle('Grafana')))
    await fillInApp(page)
    await addAfterFailures(user)
    await checkAccessibility(page, 'what to enter there')
    const settings = await main(page).locator('pre').textContent()
    const secret = /^client_secret = (\S{43})$/m.exec(settings ?? '')?.[1] ?? ''
    assert.ok(secret)
    assert.match(settings ?? '', new RegExp(`^auth_url = ${site.suite.product.origin}/oidc/authorize$`, 'm'))
    assert.equal(await readCopied(page, apps.copyOf('grafana.ini')), settings)
    await leaveSecret(page)

    await activate(page, link(page, words.parts.setup))
    await main(page).getByRole('cell', { name: admin.never }).waitFor()
    assert.ok(!(await page.content()).includes(secret), 'the secret is shown once')
    await main(page)
      .getByText(`…${secret.slice(-4)}`)
      .waitFor()
    await replaceSecret(page, secret.slice(-4))
  },
)

/** Gitea cannot sign people in with us, so it goes behind a protected host. */
async function readAboutGitea(page: Page): Promise<void> {
  await activate(page, link(page, new RegExp(`^Forgejo.*${apps.presets.gitea.note}`)))
  await expectText(page, apps.gitea.title)
  await expectText(page, apps.gitea.instead)
  await activate(page, main(page).locator('summary').filter({ hasText: apps.gitea.settings }), 'Space')
  await expectText(page, apps.gitea.read)
  await expectText(page, apps.gitea.git)
  await checkPart(page, 'Gitea behind a protected host')
  assert.equal(await readCopied(page, apps.copyOf('app.ini')), readExample('gitea/app.ini'))
  assert.equal(await link(page, hosts.title).getAttribute('href'), '/admin/hosts')
}

/** Enter sends the form; the focus goes to the first field that is wrong. */
async function fillInApp(page: Page): Promise<void> {
  const [name, address] = [field(page, apps.name), field(page, apps.address)]
  await tabTo(page, name)
  await replaceText(page, ' ')
  await page.keyboard.press('Enter')
  await expectText(page, apps.nameMissing)
  await expectText(page, apps.addressMissing)
  await expectFocus(name)
  await checkPart(page, 'where the app is, with mistakes')
  await replaceText(page, 'Grafana')
  await page.keyboard.press('Enter')
  await expectFocus(address)
  await page.keyboard.type('grafana.example')
  await main(page).getByText(apps.addressMissing).waitFor({ state: 'hidden' })
  await expectValue(field(page, apps.redirect), 'https://grafana.example/login/generic_oauth')
  await page.keyboard.press('Enter')
  await expectText(page, access.missing)
  await expectFocus(main(page).getByRole('radio', { name: access.groups }))
  await page.keyboard.press('ArrowDown')
  await main(page).getByText(access.missing).waitFor({ state: 'hidden' })
  assert.ok(await main(page).getByRole('radio', { name: access.everyone }).isChecked())
}

/** A signature that is not given, a lost call and a name that is taken: what was typed stays. */
async function addAfterFailures(user: TestUser): Promise<void> {
  const { page } = user
  await page.keyboard.press('Enter')
  await activate(page, button(dialog(page, stepUp.title), stepUp.cancel))
  await expectText(page, stepUp.notConfirmed)
  await abortNextRequest(user, '**/api/admin/apps', 'POST')
  await activate(page, field(page, apps.address))
  await confirmByKeyboard(page)
  await main(page).getByRole('alert').getByText(UNREACHED).waitFor()
  await startAppSite(site, { name: 'Grafana' })
  await activate(page, field(page, apps.address))
  await expectText(page, wordsForProblem('app_name_taken', '').title)
  await expectFocus(field(page, apps.name))
  await expectValue(field(page, apps.address), 'grafana.example')
  await replaceText(page, 'Dashboards')
  await page.keyboard.press('Enter')
  await expectFocus(heading(page, apps.doneTitle('Dashboards')))
}

/** The page with the secret asks before it is left, but not by the link that says it is done. */
async function leaveSecret(page: Page): Promise<void> {
  await activateBefore(page, link(page, apps.title))
  const leaveDialog = dialog(page, apps.leaveTitle)
  await leaveDialog.waitFor()
  await checkPart(page, 'leaving without the secret')
  await page.keyboard.press('Escape')
  await leaveDialog.waitFor({ state: 'hidden' })
  await tabTo(page, button(main(page), apps.copyOf(apps.secret)))
  await tabTo(page, main(page).locator('pre').first())
  await activate(page, link(page, apps.toApp))
  await expectFocus(heading(page, 'Dashboards'))
}

/** A second secret first, then the old one is removed; the last one cannot be. */
async function replaceSecret(page: Page, oldHint: string): Promise<void> {
  await tabTo(page, field(page, words.expiration))
  await page.keyboard.type('9') // as in any list of choices
  await expectValue(field(page, words.expiration), '90')
  await activate(page, button(main(page), words.addSecret))
  await confirmByKeyboard(page)
  const secretDialog = dialog(page, words.newSecret)
  const secret = (await secretDialog.locator('.shown-once').textContent()) ?? ''
  assert.match(secret, /^\S{43}$/)
  await checkPart(page, 'a new secret')
  await tabTo(page, button(secretDialog, words.copySecret))
  await activate(page, button(secretDialog, account.done))
  await secretDialog.waitFor({ state: 'hidden' })
  const rows = main(page).getByRole('table', { name: words.secrets }).getByRole('row')
  const hint = secret.slice(-4)
  await rows.filter({ hasText: hint }).locator('time').nth(1).waitFor()
  await checkAccessibility(page, 'the setup of an app')
  await expectLargeTouchTargets(page, 'the setup of an app')
  assert.equal(site.read('SELECT id FROM app_secret WHERE expires_at > ?', String(Date.now())).length, 1)

  await activateBefore(page, button(main(page), words.deleteSecretOf(oldHint)))
  const deleteDialog = dialog(page, words.deleteSecretTitle)
  await expectFocus(button(deleteDialog, account.cancel))
  await checkPart(page, 'removing a secret')
  await activate(page, button(deleteDialog, words.deleteSecret))
  await confirmByKeyboard(page)
  await deleteDialog.waitFor({ state: 'hidden' })
  await expectFocus(heading(page, 'Dashboards')) // the row that had the focus is gone
  await activate(page, button(main(page), words.deleteSecretOf(hint)))
  await activate(page, button(deleteDialog, words.deleteSecret))
  await confirmByKeyboard(page)
  await deleteDialog.getByText('This is the app’s only secret').waitFor()
  assert.equal(site.read('SELECT id FROM app_secret WHERE hint = ?', hint).length, 1)
  await page.keyboard.press('Escape')
  await refuseSecret(page)
}

async function refuseSecret(page: Page): Promise<void> {
  for (let secrets = 1; secrets < SECRETS_PER_APP; secrets++)
    site.change(
      `INSERT INTO app_secret (id, app_id, secret_hash, hint, created_at)
       SELECT id || ?, app_id, secret_hash, hint, created_at FROM app_secret LIMIT 1`,
      String(secrets),
    )
  await activate(page, button(main(page), words.addSecret))
  await confirmByKeyboard(page)
  await main(page).getByRole('alert').getByText(wordsForProblem('secret_limit', '').body).waitFor()
}
