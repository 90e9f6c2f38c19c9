import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { apps as connected } from '../../web/src/words/own.ts'
import { startAppSite } from '../support/app-site.ts'
import { main, press, see, seeHeading } from '../support/guest.ts'
import { dialog, PERMITTED } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { apps, groups, app as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage

/** What is too low for a thumb; a link within a sentence goes with its line. */
const tooLow = (page: Page): Promise<string[]> =>
  main(page)
    .locator('a, button, summary, select, input:not([type="file"], [type="checkbox"])')
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44 && !each.closest('p'))
        .map((each) => `${each.textContent}: ${each.getBoundingClientRect().height}`),
    )

/** What is still to come cannot be too low. */
async function seeAllLargeEnough(page: Page, what: string): Promise<void> {
  await until(
    () => main(page).locator('.skeleton').count(),
    (count) => count === 0,
    `${what}: everything has come`,
  )
  assert.deepEqual(await tooLow(page), [], what)
}

play(
  'on a phone every control of apps and groups is large enough for a thumb',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    const app = await startAppSite(site, { name: 'Notes', scopes: ['openid', 'profile'] })
    await app.welcome(guest)
    await site.enter(guest, 'admin', '/admin/groups')
    await press(page, groups.add)
    await page.getByLabel(groups.name, { exact: true }).fill('Staff')
    await dialog(page, groups.add).getByRole('button', { name: groups.create }).click()
    await confirm(page)
    await seeHeading(page, 'Staff')
    await page.setViewportSize({ width: 375, height: 740 })
    await main(page).getByLabel(groups.people.label).fill('0x')
    await main(page).getByRole('button', { name: /^Add / }).first().click()
    await main(page).getByRole('link', { name: groups.findMembers }).waitFor()
    await seeAllLargeEnough(page, 'a group')

    await page.goto('/admin/groups')
    await main(page).getByRole('link', { name: 'Staff', exact: true }).waitFor()
    await seeAllLargeEnough(page, 'groups')

    await page.goto('/admin/apps')
    const row = main(page).getByRole('link', { name: 'Notes', exact: true })
    await row.waitFor()
    await seeAllLargeEnough(page, 'apps')
    await row.click()
    for (const part of ['setup', 'access', 'people', 'settings'] as const) {
      await main(page).getByRole('link', { name: words.parts[part], exact: true }).click()
      await until(
        () => page.title(),
        (title) => title.startsWith(`${words.parts[part]} · Notes`),
        'the part is there',
      )
      await seeAllLargeEnough(page, part)
    }

    await app.ask(page)
    await press(page, 'Allow')
    await page.waitForURL(/code=/)
    await page.goto(new URL('/apps', site.stage.product.origin).href)
    await see(page, connected.title)
    const name = main(page).getByRole('link', { name: 'Notes', exact: true })
    await name.waitFor()
    await seeAllLargeEnough(page, apps.title)
    await name.click()
    await see(page, connected.told)
    await seeAllLargeEnough(page, 'a connected app')
  },
)
