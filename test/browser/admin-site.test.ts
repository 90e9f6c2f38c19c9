import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { startAppSite } from '../support/app-site.ts'
import { META, main, press, rowOf, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, activity, admin, app, apps, notFound, site as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { overview, sessions } = admin
const HOUR = 3_600_000

play('an auditor reads the overview, the activity and the health of the site', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Ivan')
  countSignIns()
  await site.enter(guest, 'auditor', '/admin')
  await seeHeading(page, overview.title)
  const chart = main(page).getByRole('img')
  await chart.waitFor()
  assert.match((await chart.getAttribute('aria-label')) ?? '', /^\d+ sign-ins and 0 refusals in the last 30 days/)
  await see(page, overview.noRefusals)
  await page.getByRole('link', { name: overview.days(90) }).click()
  await until(
    async () => (await chart.getAttribute('aria-label')) ?? '',
    (label) => / and 7 refusals in the last 90 days, the most on .+ with 41\.$/.test(label),
    'ninety days',
  )
  await main(page).getByText(account.chart.asTable).click()
  assert.equal(await main(page).getByRole('table').getByRole('row').count(), 91)
  await see(page, overview.times(7))
  await inspect(page, 'overview of 90 days')
  await page.getByRole('link', { name: 'The signature is from another account' }).click()
  await page.waitForURL('**/admin/activity?outcome=refused&code=signature_invalid')
  await seeHeading(page, words.activity.title)

  await page.goto(`/admin/activity?person=${person.id}`)
  await filterActivity(page)
  await verifyAuditLog(page, person.id)
  await page.getByRole('navigation').locator('[href="/admin/health"]').click()
  await readHealth(page)
})

/** Forty days ago, which is outside of what the overview shows at first. */
function countSignIns(): void {
  const hour = Math.floor(Date.now() / HOUR) * HOUR - 40 * 24 * HOUR
  for (const [key, value] of [
    ['ok', 41],
    ['refused', 7],
    ['code:signature_invalid', 7],
    ['wallet:MetaMask', 41],
  ] as const)
    site.change('INSERT INTO hourly_stat (hour, key, count) VALUES (?, ?, ?)', hour, key, value)
}

async function filterActivity(page: Page): Promise<void> {
  await see(page, words.activity.onlyPerson)
  const kinds = async () => (await main(page).getByRole('rowheader').allTextContents()).map((text) => text.trim())
  const all = [
    `${activity.kinds['person.updated']}Name`,
    activity.kinds['sign_in.ok'],
    activity.kinds['person.created'],
  ]
  await until(kinds, (found) => found.join() === all.join(), 'what Ivan did')
  await page.getByLabel(words.activity.kind).selectOption('sign_in.ok')
  await until(kinds, (found) => found.join() === activity.kinds['sign_in.ok'], 'one of them')
  await page.getByLabel(words.activity.to).fill('2020-01-01')
  await see(page, words.activity.noMatch)
  await page.getByLabel(words.activity.from).fill('2021-01-01')
  await see(page, words.activity.wrongOrder)
  await main(page).getByRole('search').getByRole('button', { name: account.list.clear }).click()
  await page.waitForURL((url) => url.search === '')
  await until(kinds, (found) => found.length > 3, 'everything')
  assert.equal(await main(page).getByRole('button', { name: words.activity.csv }).count(), 0)
}

async function verifyAuditLog(page: Page, id: string): Promise<void> {
  await press(page, words.activity.check)
  await see(page, /^All [\d,]+ events are as they were recorded\.$/)
  await see(page, /[0-9a-f]{64}/)
  site.change("UPDATE activity SET kind = 'sign_out' WHERE person_id = ? AND kind = 'sign_in.ok'", id)
  await press(page, words.activity.check)
  await see(page, /^Event [\d,]+ is not what was recorded\.$/)
  await see(page, words.activity.chainBadNext)
  await inspect(page, 'activity, with an event that was tampered with')
  site.change("UPDATE activity SET kind = 'sign_in.ok' WHERE person_id = ? AND kind = 'sign_out'", id)
}

async function readHealth(page: Page): Promise<void> {
  await seeHeading(page, words.health.title)
  await see(page, words.health.checks.database)
  const { states, checks } = words.health
  const shown = await main(page).getByRole('heading', { level: 2 }).allTextContents()
  assert.deepEqual(
    shown.filter((name) => !Object.values(checks).includes(name)),
    [],
  )
  assert.ok((await main(page).getByText(states.good, { exact: true }).count()) > 0)
  const wrong = await main(page).locator('.finding:not(.good)').count()
  assert.equal(await main(page).getByText(words.health.fix).count(), wrong)
  await inspect(page, 'health')
  const asked = page.waitForRequest(/\/api\/admin\/health\?browserTime=\d+&browserOrigin=http/)
  await press(page, words.health.again)
  await asked
  await main(page).getByRole('button', { name: words.health.again, exact: true }).waitFor()
}

play('an admin exports the activity and ends a session', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('=Judy()')
  await site.enter(guest, 'admin', `/admin/activity?person=${person.id}`)
  const coming = page.waitForEvent('download')
  await press(page, words.activity.csv)
  await confirm(page)
  const download = await coming
  assert.equal(download.suggestedFilename(), 'activity.csv')
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, 4)
  assert.ok(!lines.some((line) => line.includes(',=Judy')), lines.join('\n'))
  const second = page.waitForEvent('download')
  await press(page, words.activity.lines)
  const events = readFileSync(await (await second).path(), 'utf8')
    .trim()
    .split('\n')
  assert.deepEqual(
    events.map((line) => JSON.parse(line).person.id),
    events.map(() => person.id),
  )

  await page.getByRole('navigation').locator('[href="/admin/sessions"]').click()
  await seeHeading(page, sessions.title)
  await see(page, '=Judy()')
  await inspect(page, 'sessions')
  await press(page, sessions.endOf('Unknown browser', '=Judy()'))
  await rowOf(page, '=Judy()').waitFor({ state: 'detached' })
  assert.equal((await person.browser.get('/api/session')).status, 401)
})

play(
  'a list that cannot be read says so, and is read when asked again',
  { wallets: [META], clock: true },
  async (guest) => {
    const { page, context } = guest
    await site.enter(guest, 'auditor', '/admin/health')
    await seeHeading(page, words.health.title)
    let refused = 0
    await context.route('**/api/admin/people*', (route) => {
      refused++
      return route.fulfill({ status: 502, body: 'Bad Gateway' })
    })
    await page.getByRole('navigation').locator('[href="/admin/people"]').click()
    const again = main(page).getByRole('button', { name: account.tryAgain, exact: true })
    await until(
      async () => {
        await page.clock.runFor(1000)
        return (await again.count()) === 1 ? refused : 0
      },
      (times) => times === 4,
      'it is read again by itself, to the end',
    )
    await inspect(page, 'people that cannot be read')
    await context.unroute('**/api/admin/people*')
    await again.click()
    await see(page, 'Ivan')
  },
)

play('auditors and admins see only what their role permits', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const buttons = () => main(page).getByRole('button').allTextContents()
  await startAppSite(site, { name: 'Wiki' })
  site.change("INSERT INTO people_group VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)")
  await site.enter(guest, 'auditor', '/admin/groups')
  await see(page, 'Staff')
  assert.deepEqual(await buttons(), [])
  await page.getByRole('navigation').locator('[href="/admin/apps"]').click()
  await main(page).getByRole('link', { name: 'Wiki', exact: true }).click()
  await see(page, app.readOnly)
  assert.deepEqual(await buttons(), [])
  await main(page).getByRole('link', { name: app.parts.settings, exact: true }).click()
  await main(page).getByLabel(apps.name, { exact: true }).waitFor()
  assert.deepEqual(await buttons(), [])
  await page.getByRole('navigation').locator('[href="/admin/settings"]').click()
  await see(page, words.settings.readOnly)
  assert.deepEqual(await buttons(), [])
  assert.equal(await page.getByLabel(words.settings.name).getAttribute('readonly'), '')
  for (const path of ['/admin/apps/new', '/admin/hosts', '/admin/networks']) {
    await page.goto(path)
    await seeHeading(page, notFound.heading)
  }
  await site.enter(guest, 'admin', '/admin/keys')
  await seeHeading(page, notFound.heading)
})
