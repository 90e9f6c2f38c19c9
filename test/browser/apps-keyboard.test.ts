import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { apps as connected } from '../../web/src/words/own.ts'
import { startAppSite } from '../support/app-site.ts'
import { arriveAt, main, see } from '../support/guest.ts'
import { dialog, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, app, apps, groups, hosts, signIn, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }

const isFocused = (target: Locator) => target.evaluate((each) => each.matches(':focus'))

const seeFocus = (target: Locator) =>
  until(
    () => isFocused(target),
    (focused) => focused,
    `the focus is on ${target}`,
  )

/** Whether the target has the focus, and what has it instead where that cannot be seen. */
const lookAtFocus = (target: Locator) =>
  target.evaluate((each) => {
    const { activeElement: here, body, defaultView } = each.ownerDocument
    const { outlineStyle, outlineWidth } = defaultView.getComputedStyle(here)
    // The body has it past the last stop and before the first.
    const hidden = here !== body && (outlineStyle === 'none' || outlineWidth === '0px')
    return { there: here === each, unseen: hidden ? here.outerHTML : '' }
  })

/** Goes on with Tab until it is there; every stop on the way can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  let there = await isFocused(target)
  for (let stops = 0; !there; stops++) {
    assert.ok(stops < 80, `${target} is not reached with Tab`)
    await page.keyboard.press('Tab')
    const focus = await lookAtFocus(target)
    assert.equal(focus.unseen, '', 'the focus has no visible outline')
    there = focus.there
  }
}

async function go(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function confirmByKeys(page: Page): Promise<void> {
  const asking = dialog(page, stepUp.title)
  await go(page, button(asking, stepUp.sign).or(button(asking, signIn.continueWith('MetaMask'))))
  await asking.waitFor({ state: 'hidden' })
}

play('an app is added, and gets and loses a secret, with the keyboard alone', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps')
  await seeFocus(heading(page, apps.title))
  await go(page, link(page, /^Grafana/))
  await seeFocus(heading(page, apps.whereTitle('Grafana')))
  const address = field(main(page), apps.address)
  await tabTo(page, field(main(page), apps.name))
  await page.keyboard.press('Enter')
  await seeFocus(address)
  await see(page, apps.addressMissing)
  await page.keyboard.type('grafana.example')
  await main(page).getByText(apps.addressMissing).waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await confirmByKeys(page)
  await seeFocus(heading(page, apps.doneTitle('Grafana')))
  await tabTo(page, main(page).getByRole('button', { name: apps.copyOf(apps.secret), exact: true }))
  await tabTo(page, main(page).locator('pre').first())
  await go(page, link(page, apps.toApp))
  await seeFocus(heading(page, 'Grafana'))

  await go(page, link(page, app.parts.setup))
  await go(page, button(main(page), app.addSecret))
  const made = dialog(page, app.newSecret)
  const secret = (await made.locator('.shown-once').textContent()) ?? ''
  await tabTo(page, button(made, app.copySecret))
  await go(page, button(made, account.done))
  await made.waitFor({ state: 'hidden' })
  await go(page, button(main(page), app.takeAwayOf(secret.slice(-4))))
  const removing = dialog(page, app.takeAwayTitle)
  await seeFocus(button(removing, account.cancel))
  await go(page, button(removing, app.takeAway))
  await removing.waitFor({ state: 'hidden' })
  await seeFocus(heading(page, 'Grafana'))
})

play('an app is signed in to, allowed and disconnected with the keyboard alone', WALLETS, async (guest) => {
  const { page } = guest
  const notes = await startAppSite(site)
  notes.welcome(guest)
  await notes.ask(page)
  await seeFocus(heading(page, interaction.signInTitle(notes.name)))
  await go(page, button(main(page), signIn.continueWith('MetaMask')))
  await seeFocus(heading(page, `${interaction.allowTitle} ${notes.name}?`))
  await tabTo(page, link(page, interaction.another))
  await go(page, main(page).locator('summary').filter({ hasText: interaction.exact }), 'Space')
  await main(page).locator('pre').waitFor()
  const allow = main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false })
  await go(page, allow)
  assert.ok((await notes.answer(page)).get('code'))

  await page.goto('/apps')
  await seeFocus(heading(page, connected.title))
  const opener = button(main(page), connected.disconnectOf(notes.name))
  await go(page, opener)
  const asking = dialog(page, connected.confirmTitle(notes.name))
  await seeFocus(button(asking, account.cancel))
  await page.keyboard.press('Escape')
  await asking.waitFor({ state: 'hidden' })
  await seeFocus(opener)
  await page.keyboard.press('Enter')
  await go(page, button(asking, connected.disconnect))
  await see(page, connected.empty)
  await seeFocus(heading(page, connected.title)) // what had the focus is gone
})

play('a group and a host are made with the keyboard alone', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/groups')
  await seeFocus(heading(page, groups.title))
  const opener = button(main(page), groups.add)
  await go(page, opener)
  const making = dialog(page, groups.add)
  await seeFocus(field(making, groups.name))
  await page.keyboard.press('Escape')
  await making.waitFor({ state: 'hidden' })
  await seeFocus(opener)
  await page.keyboard.press('Enter')
  await seeFocus(field(making, groups.name))
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]) // faster than a page can draw
  await seeFocus(field(making, groups.name))
  await go(page, button(making, account.cancel))
  await making.waitFor({ state: 'hidden' })
  await seeFocus(opener)
  await page.keyboard.press('Enter')
  await seeFocus(field(making, groups.name))
  await go(page, button(making, groups.create))
  await seeFocus(field(making, groups.name)) // it was empty
  await page.keyboard.type('Staff')
  await page.keyboard.press('Enter')
  await confirmByKeys(page)
  await seeFocus(heading(page, 'Staff'))

  await page.goto('/admin/hosts')
  await seeFocus(heading(page, hosts.title))
  await go(page, button(main(page), hosts.add))
  const protecting = dialog(page, hosts.addTitle)
  await seeFocus(field(protecting, hosts.host))
  await page.keyboard.type('*.example')
  await page.keyboard.press('Enter')
  await protecting.getByText(hosts.hostWrong).waitFor()
  await seeFocus(field(protecting, hosts.host))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('wiki.example')
  await go(page, protecting.getByRole('checkbox', { name: 'Staff' }), 'Space')
  await go(page, button(protecting, hosts.create))
  await protecting.waitFor({ state: 'hidden' })
  const card = main(page).getByRole('article').filter({ hasText: 'wiki.example' })
  await card.getByText(`${hosts.only}: Staff`).waitFor()
  // Its proxy comes next, so its settings stand open at first.
  await tabTo(page, field(card, hosts.proxy))
  await page.reload()
  await seeFocus(heading(page, hosts.title))
  await go(page, card.locator('summary'))
  await tabTo(page, field(card, hosts.proxy))
  await page.keyboard.type('C') // as in any list of choices
  await card.getByRole('button', { name: apps.copyOf('Caddyfile') }).waitFor()
  await go(page, button(card, hosts.removeOf('wiki.example')))
  await seeFocus(button(dialog(page, hosts.removeTitle('wiki.example')), account.cancel))
  await page.keyboard.press('Escape')
  await seeFocus(button(card, hosts.removeOf('wiki.example')))
  await arriveAt(page, '/admin/hosts')
})
