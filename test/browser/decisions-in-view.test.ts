import assert from 'node:assert/strict'
import { scopes } from '@countersign/contract/scope.ts'
import type { Locator, Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { startAppSite } from '../support/app-site.ts'
import { type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { findViolations } from '../support/inspect.ts'
import { meta, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { signIn, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage

const APP = 'The Extraordinarily Long Documentation and Planning Site'
const PERSON = 'Wilhelmina Featherstonehaugh-Cholmondeley of Ashby'
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 667 }

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true, disabled: false })

let apps = 0

/** Somebody with a long name is asked by an app with a long name, which is returned. */
async function beAsked(guest: Guest, wanted: string[], changes?: Record<string, string>): Promise<string> {
  const name = `${APP} ${++apps}`
  const app = await startAppSite(site, { name, scopes: wanted })
  app.welcome(guest)
  await site.enter(guest, 'member', '/wallets/help')
  site.change('UPDATE person SET display_name = ?', PERSON)
  await app.ask(guest.page, changes)
  return name
}

/** All of it is inside the window, and it is what a pointer there meets. */
const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const { defaultView: view } = each.ownerDocument
    if (left < 0 || right > view.innerWidth || top < 0 || bottom > view.innerHeight) return false
    return [top + 1, (top + bottom) / 2, bottom - 1].every((y) =>
      each.contains(each.ownerDocument.elementFromPoint((left + right) / 2, y)),
    )
  })
const isBelow = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each.getBoundingClientRect().top > each.ownerDocument.defaultView.innerHeight)
const scrollToEndOf = (element: Locator): Promise<void> =>
  element.evaluate((each) => each.scrollIntoView({ block: 'end', behavior: 'instant' }))

async function seeWhole(element: Locator, what: string): Promise<void> {
  await element.waitFor()
  await until(
    () => isSeen(element),
    (seen) => seen,
    `${what} is in view`,
  )
}

async function scrollTo(page: Page, to: number): Promise<void> {
  await page.evaluate(`scrollTo({ top: ${to}, behavior: 'instant' })`)
}

/** Both buttons are in view at every size, and the last line can be read above them. */
async function seeAnswerable(page: Page): Promise<void> {
  const last = main(page).locator('.asked-told dd').last()
  const answers = [interaction.allow, interaction.deny]
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await scrollTo(page, 0)
    for (const name of answers) await seeWhole(button(page, name), `${name} at ${size.width} px`)
    assert.equal(await isSeen(last), false, 'there is more to read than fits')
    await scrollToEndOf(last)
    await seeWhole(last, `the last line at ${size.width} px`)
    for (const name of answers) await seeWhole(button(page, name), name)
  }
}

/** No control has the focus where the buttons cover it. */
async function seeEveryFocus(page: Page): Promise<void> {
  await scrollTo(page, 0)
  await page.locator('h1').focus()
  const met: string[] = []
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    met.push((await focused.textContent()) ?? '')
    await seeWhole(focused, met.at(-1) ?? '')
  }
  assert.deepEqual(met, [interaction.another, interaction.exact, interaction.allow, interaction.deny])
  for (const name of met.toReversed().slice(1)) {
    await page.keyboard.press('Shift+Tab')
    await seeWhole(focused, `${name}, on the way back`)
  }
}

/** Where colors are the reader's own the buttons have an edge. */
async function seeEdge(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await seeWhole(button(page, interaction.allow), interaction.allow)
  const edge = await main(page)
    .locator('.asked-decide')
    .evaluate((each) => each.ownerDocument.defaultView.getComputedStyle(each).borderBlockStart)
  assert.match(edge, /^1px solid/)
  await page.emulateMedia({ forcedColors: 'none' })
}

/** In a window that is short the buttons cover nothing. */
async function seeNothingCovered(page: Page): Promise<void> {
  const allow = button(page, interaction.allow)
  await page.setViewportSize({ width: 667, height: 375 })
  await scrollTo(page, 0)
  await until(
    () => isBelow(allow),
    (below) => below,
    'the buttons follow what is asked',
  )
  await allow.focus()
  await seeWhole(allow, interaction.allow)
}

play(
  'an app that asks for everything is answered and signed for without scrolling',
  { wallets: [{ ...PERMITTED, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page } = guest
    const app = await beAsked(guest, [...scopes])
    await seeHeading(page, `${interaction.allowTitle} ${app}?`)
    await seeAnswerable(page)
    await seeEveryFocus(page)
    await seeEdge(page)
    await seeNothingCovered(page)
    await press(page, interaction.allow)

    await seeHeading(page, `${interaction.proveTitle} ${app}`)
    await press(page, signIn.continueWith('MetaMask'))
    await until(
      () => meta(guest).waiting(),
      (waiting) => waiting.includes('personal_sign'),
      'the wallet is asked',
    )
    await meta(guest).reject()
    await see(page, stepUp.declined('MetaMask'))
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await scrollTo(page, 0)
      await seeWhole(button(page, interaction.proveSign), `${interaction.proveSign} at ${size.width} px`)
    }
    const told = main(page).getByText(stepUp.declined('MetaMask'))
    await scrollToEndOf(told)
    await seeWhole(told, 'the reason')
  },
)

play(
  'an account is chosen without scrolling, and no link is cut off by a button',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    const app = await beAsked(guest, ['openid'], { prompt: 'select_account' })
    await seeHeading(page, `${interaction.continueTitle} ${app}`)
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await scrollTo(page, 0)
      for (const name of [interaction.continueAs(PERSON), interaction.back])
        await seeWhole(button(page, name), `${name} at ${size.width} px`)
    }
    await press(page, interaction.continueAs(PERSON))
    await seeHeading(page, `${interaction.allowTitle} ${app}?`)
    await button(page, interaction.allow).waitFor()
    const height = Number(await page.evaluate('document.documentElement.scrollHeight - innerHeight'))
    assert.ok(height > 100, `there is something to scroll: ${height} px`)
    for (let at = 0; at <= height; at += 8) {
      await scrollTo(page, at)
      assert.deepEqual(await findViolations(page, { type: 'rule', values: ['target-size'] }), [], `at ${at} px`)
    }
  },
)
