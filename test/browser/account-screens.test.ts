import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { activity } from '../../web/src/words/own.ts'
import { main, press, see } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setAccountStage } from '../support/member.ts'
import { enterSignedIn } from '../support/signed-in.ts'
import { until } from '../support/until.ts'
import { account } from '../support/words.ts'

const { stage } = setAccountStage()

stage.play('filters the activity and downloads what is shown', {}, async (guest) => {
  const { page } = guest
  await enterSignedIn(stage, guest, '/activity')
  const row = (kind: keyof typeof activity.kinds) =>
    main(page).getByRole('row').filter({ hasText: activity.kinds[kind] })
  await row('sign_in.ok').waitFor()
  await row('person.created').waitFor()
  await inspect(page, 'activity')
  await page.getByLabel(activity.kind).selectOption('sign_in.ok')
  await row('person.created').waitFor({ state: 'detached' })
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, activity.csv)])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', /sign_in\.ok/)
  await page.getByLabel(activity.from).fill('2020-01-01')
  await page.getByLabel(activity.to).fill('2020-02-01')
  await see(page, activity.empty)
  await press(page, account.list.clear)
  await row('person.created').waitFor()
})

stage.play('shows an error and a way to try again in place of a list that cannot be loaded', {}, async (guest) => {
  const { page } = guest
  await page.clock.install()
  const open = { '/wallets': () => enterSignedIn(stage, guest, '/wallets'), '/activity': () => page.goto('/activity') }
  for (const [path, load] of Object.entries(open)) {
    await page.route(/\/api\/me/, (route) => route.abort())
    await load()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const again = page.getByRole('button', { name: account.tryAgain }).first()
    // Each retry starts its delay only after the one before has failed.
    await until(
      async () => {
        await page.clock.runFor(1_000)
        return again.isVisible()
      },
      (there) => there,
      `${path} shows the error`,
    )
    await page.unroute(/\/api\/me/)
    await until(
      async () => {
        await again.click({ timeout: 1000 }).catch(() => undefined) // the list may have been loaded without the click
        return again.isVisible()
      },
      (left) => !left,
      `${path} is loaded after trying again`,
    )
  }
})
