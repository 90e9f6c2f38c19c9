import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { META, main, press, rowOf, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, activity, admin, site as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { overview, sessions } = admin
const HOUR = 3_600_000

play('the overview says how many came in and why others did not', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const hour = Math.floor(Date.now() / HOUR) * HOUR - 40 * 24 * HOUR
  const count = 'INSERT INTO hourly_stat (hour, key, count) VALUES (?, ?, ?)'
  for (const [key, value] of [
    ['ok', 41],
    ['refused', 7],
    ['code:signature_invalid', 7],
    ['wallet:MetaMask', 41],
  ] as const)
    site.change(count, hour, key, value)
  await site.enter(guest, 'auditor', '/admin')
  await seeHeading(page, overview.title)
  const chart = main(page).getByRole('img')
  await chart.waitFor()
  assert.match((await chart.getAttribute('aria-label')) ?? '', /^\d+ sign-ins and 0 refusals in the last 30 days/)
  await see(page, overview.noRefusals)
  await inspect(page, 'overview')
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
})

play('a list that cannot be read says so, and is read when asked again', { wallets: [META] }, async (guest) => {
  const { page, context } = guest
  await site.settle('Sybil')
  await site.enter(guest, 'auditor', '/admin/health')
  let refused = 0
  await context.route('**/api/admin/people*', (route) => {
    refused++
    return route.fulfill({ status: 502, body: 'Bad Gateway' })
  })
  await page.goto('/admin/people')
  await press(page, account.tryAgain)
  await until(
    () => refused,
    (times) => times === 8,
    'it is read again by itself, twice to the end', // and not while the next step makes it readable
  )
  await inspect(page, 'people that cannot be read')
  await context.unroute('**/api/admin/people*')
  await press(page, account.tryAgain)
  await see(page, 'Sybil')
})

play('activity is filtered by the address and by hand', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Ivan')
  await site.enter(guest, 'auditor', `/admin/activity?person=${person.id}`)
  await see(page, words.activity.onlyPerson)
  const kinds = async () => (await main(page).getByRole('rowheader').allTextContents()).map((text) => text.trim())
  const all = [
    `${activity.kinds['person.updated']}Name`,
    activity.kinds['sign_in.ok'],
    activity.kinds['person.created'],
  ]
  await until(kinds, (found) => found.join() === all.join(), 'what Ivan did')
  await inspect(page, 'activity')
  await page.getByLabel(words.activity.kind).selectOption('sign_in.ok')
  await until(kinds, (found) => found.join() === activity.kinds['sign_in.ok'], 'one of them')
  await page.getByLabel(words.activity.to).fill('2020-01-01')
  await see(page, words.activity.noMatch)
  await page.getByLabel(words.activity.from).fill('2021-01-01')
  await see(page, words.activity.wrongOrder)
  await inspect(page, 'days in the wrong order')
  await main(page).getByRole('search').getByRole('button', { name: account.list.clear }).click()
  await page.waitForURL((url) => url.search === '')
  await until(kinds, (found) => found.length > 3, 'everything')
  assert.equal(await main(page).getByRole('button', { name: words.activity.csv }).count(), 0)
})

play('the chain is checked, and what is filtered is exported', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('=Judy()')
  await site.enter(guest, 'admin', `/admin/activity?person=${person.id}`)
  await press(page, words.activity.check)
  await see(page, /^All [\d,]+ events are as they were recorded\.$/)
  await see(page, /[0-9a-f]{64}/)
  await inspect(page, 'the chain is good')
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
})

play('a chain that was tampered with is said to be broken', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { id } = await site.settle('Oscar')
  await site.enter(guest, 'auditor', '/admin/activity')
  await press(page, words.activity.check)
  await see(page, /as they were recorded/)
  site.change("UPDATE activity SET kind = 'sign_out' WHERE person_id = ? AND kind = 'sign_in.ok'", id)
  await press(page, words.activity.check)
  await see(page, /^Event [\d,]+ is not what was recorded\.$/)
  await see(page, words.activity.chainBadNext)
  await inspect(page, 'the chain is broken')
  site.change("UPDATE activity SET kind = 'sign_in.ok' WHERE person_id = ? AND kind = 'sign_out'", id)
})

play('an admin ends somebody’s session at once', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Niaj')
  await site.enter(guest, 'admin', '/admin/sessions')
  await seeHeading(page, sessions.title)
  await see(page, 'Niaj')
  await inspect(page, 'sessions')
  await press(page, sessions.endOf('Unknown browser', 'Niaj'))
  await confirm(page)
  await rowOf(page, 'Niaj').waitFor({ state: 'detached' })
  assert.equal((await person.browser.get('/api/session')).status, 401)
})

play('health says what is well and how to mend what is not', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'auditor', '/admin/health')
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
})
