import assert from 'node:assert/strict'
import { PAGE_DEFAULT } from '@countersign/contract/limits.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import type { Page } from 'playwright-core'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { startAppSite } from '../../support/browser/app-site.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  METAMASK,
  main,
  type TestUser,
} from '../../support/browser/test-user.ts'
import {
  account,
  activity,
  admin,
  app,
  apps,
  groups,
  notFound,
  rules,
  site as words,
} from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const { overview, people } = admin
const HOUR = 3_600_000

const readNames = (page: Page) => main(page).getByRole('rowheader').getByRole('link').allTextContents()
const readLinks = (page: Page) =>
  main(page)
    .getByRole('rowheader')
    .getByRole('link')
    .evaluateAll((found) => found.map((each) => each.getAttribute('href')))
const readButtons = (page: Page) => main(page).getByRole('button').allTextContents()
const openSection = (page: Page, path: string) => page.getByRole('navigation').locator(`[href="${path}"]`).click()

async function expectNames(page: Page, expected: string): Promise<void> {
  await until(
    () => readNames(page),
    (found) => found.sort().join() === expected,
    `only ${expected}`,
  )
}

const OWNERS: Rule = {
  condition: { kind: 'role', roles: ['owner'] },
  ...{ wallets: 'together', linkedHours: 0, delegations: false, seats: false, heldBlocks: 0, graceMinutes: 15 },
  ...{ refusalText: null, showReasons: true },
}

testInBrowser(
  'an auditor can read everything about the site and change nothing',
  { wallets: [METAMASK], clock: true },
  async (user) => {
    const { page } = user
    const ada = await site.addPerson('Ada Lovelace')
    await site.addPerson('Adam Smith', 'auditor')
    const ivan = await site.addPerson('Ivan')
    site.change("UPDATE person SET status = 'suspended' WHERE id = ?", ada.id)
    site.change(
      "INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)",
    )
    site.change('UPDATE people_group SET rule = ?, rule_version = 1', JSON.stringify(OWNERS))
    await startAppSite(site, { name: 'Wiki' })
    countSignIns()

    await site.openAs(user, 'auditor', '/admin')
    await readOverview(page)
    await retryPeople(user)
    await findPeople(page)
    await main(page).getByRole('link', { name: 'Ivan', exact: true }).click()
    await expectHeading(page, 'Ivan')
    assert.deepEqual(await readButtons(page), ['Copy'])
    await main(page).getByRole('link', { name: admin.person.allActivity }).click()
    await filterActivity(page, ivan.id)
    await verifyAuditLog(page, ivan.id)
    await openSection(page, '/admin/health')
    await readHealth(page)
    await expectNothingToChange(page)
  },
)

/** Nothing but sign-ins forty days ago, which is outside of what the overview shows at first. */
function countSignIns(): void {
  site.change('DELETE FROM hourly_stat')
  site.change("INSERT OR REPLACE INTO setting (key, value, changed_at) VALUES ('activity_counted', '999999', 0)")
  const hour = Math.floor(Date.now() / HOUR) * HOUR - 40 * 24 * HOUR
  for (const [key, value] of [
    ['ok', 41],
    ['refused', 7],
    ['code:signature_invalid', 7],
    ['wallet:MetaMask', 41],
  ] as const)
    site.change('INSERT INTO hourly_stat (hour, key, count) VALUES (?, ?, ?)', hour, key, value)
}

async function readOverview(page: Page): Promise<void> {
  await expectHeading(page, overview.title)
  const chart = main(page).getByRole('img')
  await expectText(page, overview.noSignIns)
  await expectText(page, overview.noRefusals)
  assert.equal(await chart.count(), 0)
  await page.getByRole('link', { name: overview.days(90) }).click()
  await chart.waitFor()
  await until(
    async () => (await chart.getAttribute('aria-label')) ?? '',
    (label) => /^41 sign-ins and 7 refused sign-ins in the last 90 days, peak on .+ with 41\.$/.test(label),
    'ninety days',
  )
  await main(page).getByText(account.chart.asTable).click()
  assert.equal(await main(page).getByRole('table').getByRole('row').count(), 91)
  await expectText(page, overview.times(7))
  await checkAccessibility(page, 'overview of 90 days')
  await page.getByRole('link', { name: 'The signature is from another account' }).click()
  await page.waitForURL('**/admin/activity?outcome=refused&code=signature_invalid')
  await expectHeading(page, words.activity.title)
}

/** A list that cannot be loaded says so after its retries, and is loaded on request. */
async function retryPeople({ page, context }: TestUser): Promise<void> {
  let refused = 0
  await context.route('**/api/admin/people*', (route) => {
    refused++
    return route.fulfill({ status: 502, body: 'Bad Gateway' })
  })
  await openSection(page, '/admin/people')
  const again = main(page).getByRole('button', { name: account.tryAgain, exact: true })
  await until(
    async () => {
      await page.clock.runFor(1000)
      return (await again.count()) === 1 ? refused : 0
    },
    (times) => times === 4,
    'it is read again by itself, to the end',
  )
  await checkPart(page, 'people that cannot be read')
  await context.unroute('**/api/admin/people*')
  await again.click()
  await expectText(page, 'Ivan')
}

async function findPeople(page: Page): Promise<void> {
  const search = page.getByLabel(people.search)
  await page.keyboard.press('/')
  await page.keyboard.type('ada')
  await expectNames(page, 'Ada Lovelace,Adam Smith')
  // What was typed so far may find the same two.
  await page.waitForURL((url) => url.search === '?q=ada')
  await page.getByLabel(people.status).selectOption('suspended')
  await expectNames(page, 'Ada Lovelace')
  await page.getByLabel(people.role).selectOption('owner')
  await expectText(page, people.noMatch)
  await clickButton(page, account.list.clear)
  await expectText(page, 'Ivan')
  assert.equal(await search.inputValue(), '')
  await checkAccessibility(page, 'people')

  for (let index = 0; index <= PAGE_DEFAULT; index++)
    site.change(
      `INSERT INTO person (id, display_name, role, status, created_at, updated_at, version)
       VALUES (?, ?, 'owner', 'active', 0, 0, 1)`,
      `per_00${String(index).padStart(24, '0')}`, // older than everybody else
      `Resident ${index}`,
    )
  await page.getByLabel(people.role).selectOption('owner')
  await until(
    () => readNames(page),
    (found) => found.length === PAGE_DEFAULT,
    'one page',
  )
  await clickButton(page, account.list.more)
  await expectText(page, account.list.all(PAGE_DEFAULT + 1))
  assert.equal(new Set(await readLinks(page)).size, PAGE_DEFAULT + 1)
  await clickButton(page, account.list.clear)
}

async function filterActivity(page: Page, person: string): Promise<void> {
  await page.waitForURL(`**/admin/activity?person=${person}`)
  await expectText(page, words.activity.onlyPerson)
  const readKinds = async () => (await main(page).getByRole('rowheader').allTextContents()).map((text) => text.trim())
  const all = [
    `${activity.kinds['person.updated']}Name`,
    activity.kinds['sign_in.ok'],
    activity.kinds['person.created'],
  ]
  await until(readKinds, (found) => found.join() === all.join(), 'what Ivan did')
  await page.getByLabel(words.activity.kind).selectOption('sign_in.ok')
  await until(readKinds, (found) => found.join() === activity.kinds['sign_in.ok'], 'one of them')
  await page.getByLabel(words.activity.to).fill('2020-01-01')
  await expectText(page, words.activity.noMatch)
  const dates = [words.activity.from, words.activity.to].map((label) => page.getByLabel(label).boundingBox())
  const [from, to] = await Promise.all(dates)
  assert.ok(from && to)
  assert.equal(from.y, to.y, 'a date wrapped alone')
  await page.getByLabel(words.activity.from).fill('2021-01-01')
  await expectText(page, words.activity.wrongOrder)
  await main(page).getByRole('search').getByRole('button', { name: account.list.clear }).click()
  await page.waitForURL((url) => url.search === '')
  await until(readKinds, (found) => found.length > 3, 'everything')
  assert.equal(await main(page).getByRole('button', { name: words.activity.csv }).count(), 0)
}

async function verifyAuditLog(page: Page, id: string): Promise<void> {
  await clickButton(page, words.activity.check)
  await expectText(page, /^The audit log is intact: [\d,]+ events verified\.$/)
  await expectText(page, /[0-9a-f]{64}/)
  site.change("UPDATE activity SET kind = 'sign_out' WHERE person_id = ? AND kind = 'sign_in.ok'", id)
  await clickButton(page, words.activity.check)
  await expectText(page, /^Verification failed at event [\d,]+\.$/)
  await expectText(page, words.activity.chainBadNext)
  await checkAccessibility(page, 'activity, with an event that was tampered with')
}

async function readHealth(page: Page): Promise<void> {
  await expectHeading(page, words.health.title)
  await expectText(page, words.health.checks.database)
  const { states, checks } = words.health
  const shown = await main(page).getByRole('heading', { level: 2 }).allTextContents()
  assert.deepEqual(
    shown.filter((name) => !Object.values(checks).includes(name)),
    [],
  )
  assert.ok((await main(page).getByText(states.good, { exact: true }).count()) > 0)
  const wrong = await main(page).locator('.finding:not(.good)').count()
  assert.equal(await main(page).getByText(words.health.fix).count(), wrong)
  await checkAccessibility(page, 'health')
  const healthRequest = page.waitForRequest(/\/api\/admin\/health\?browserTime=\d+&browserOrigin=http/)
  await clickButton(page, words.health.again)
  await healthRequest
  await main(page).getByRole('button', { name: words.health.again, exact: true }).waitFor()
}

/** What auditors may read has no buttons; what they may not is not found. */
async function expectNothingToChange(page: Page): Promise<void> {
  await openSection(page, '/admin/groups')
  await expectText(page, 'Staff')
  assert.deepEqual(await readButtons(page), [])
  await main(page).getByRole('link', { name: 'Staff', exact: true }).click()
  await main(page).getByRole('link', { name: groups.parts.rule, exact: true }).click()
  assert.equal(await main(page).getByRole('link', { name: groups.parts.uses }).count(), 0)
  await expectText(page, 'Has the role Owner')
  await expectText(page, rules.readOnly)
  assert.deepEqual(await readButtons(page), [])
  await openSection(page, '/admin/apps')
  await main(page).getByRole('link', { name: 'Wiki', exact: true }).click()
  await expectText(page, app.readOnly)
  assert.deepEqual(await readButtons(page), [])
  await main(page).getByRole('link', { name: app.parts.settings, exact: true }).click()
  await main(page).getByLabel(apps.name, { exact: true }).waitFor()
  assert.deepEqual(await readButtons(page), [])
  await openSection(page, '/admin/settings')
  await expectText(page, words.settings.readOnly)
  assert.deepEqual(await readButtons(page), [])
  assert.equal(await page.getByLabel(words.settings.name).getAttribute('readonly'), '')
  for (const path of ['/admin/apps/new', '/admin/hosts', '/admin/invites', '/admin/networks']) {
    await navigateInPage(page, '/admin/settings') // which has another heading
    await expectHeading(page, words.settings.title)
    await navigateInPage(page, path)
    await expectHeading(page, notFound.heading)
  }
}
