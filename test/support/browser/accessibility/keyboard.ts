/** Keyboard-only use of a page. */

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../until.ts'
import { dialog } from '../dialog.ts'
import { signIn, stepUp } from '../words.ts'

const isFocused = (target: Locator) => target.evaluate((each) => each.matches(':focus'))

const FOCUSED = '(document.activeElement?.outerHTML ?? "").slice(0, 200)'

export const expectFocus = (target: Locator) =>
  until(
    async () => (await isFocused(target)) || target.page().evaluate<string>(FOCUSED),
    (focused) => focused === true,
    `the focus is on ${target}`,
  )

type FoundElement = NonNullable<Awaited<ReturnType<Locator['elementHandle']>>>

/** Whether the target has the focus, and the focused element when its outline is not visible. */
const readFocus = (target: FoundElement) =>
  target.evaluate((each) => {
    const { activeElement: focused, body, defaultView } = each.ownerDocument
    const { outlineStyle, outlineWidth } = defaultView.getComputedStyle(focused)
    // The body has the focus before the first and after the last element.
    const hidden = focused !== body && (outlineStyle === 'none' || outlineWidth === '0px')
    return { there: focused === each, gone: !each.isConnected, unseen: hidden ? focused.outerHTML : '' }
  })

/** Presses Tab until the target has the focus; every stop on the way has a visible outline. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  let element = await findFocused(target)
  let isReached = await isFocused(target)
  for (let stops = 0; !isReached; stops++) {
    assert.ok(stops < 80, `${target} is not reached with ${key}`)
    await page.keyboard.press(key)
    const focus = await readFocus(element)
    assert.equal(focus.unseen, '', 'the focus has no visible outline')
    if (focus.gone) element = await findFocused(target)
    isReached = focus.gone ? await isFocused(target) : focus.there
  }
}

/** Located once: finding an element by role takes longer than a key press. */
async function findFocused(target: Locator): Promise<FoundElement> {
  await target.waitFor()
  const element = await target.elementHandle()
  assert.ok(element)
  return element
}

export async function activate(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Reaches an element before the focus with Shift+Tab. */
export async function activateBefore(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target, 'Shift+Tab')
  await page.keyboard.press('Enter')
}

/** Replaces the text of the focused field. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Signs the step-up with MetaMask. */
export async function confirmByKeyboard(page: Page): Promise<void> {
  const stepUpDialog = dialog(page, stepUp.title)
  const dialogButton = (name: string) => stepUpDialog.getByRole('button', { name, exact: true })
  await activate(page, dialogButton(stepUp.sign).or(dialogButton(signIn.continueWith('MetaMask'))))
  await stepUpDialog.waitFor({ state: 'hidden' })
}
