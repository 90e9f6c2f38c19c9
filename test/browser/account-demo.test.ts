import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { stepUp, wallets } from '../../web/src/words/own.ts'
import { arriveAt, press, see, seeHeading } from '../support/guest.ts'
import { dialog } from '../support/member.ts'
import { setStage } from '../support/stage.ts'
import { signIn } from '../support/words.ts'

const stage = setStage()

const demo = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })
const answer = (page: Page, title: string, button: string) =>
  demo(page, title).getByRole('button', { name: button, exact: true }).click()

stage.play('the demo wallet’s window stands above the dialog that asks for it', {}, async ({ page }) => {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('Demo wallet'))
  await answer(page, 'Connect to this site?', 'Approve')
  await answer(page, 'Sign this message?', 'Approve and sign')
  await arriveAt(page, '/home')
  await page.goto('/wallets/add')
  await press(page, wallets.confirm)
  const asking = dialog(page, stepUp.title)
  await asking.getByRole('button', { name: stepUp.sign }).click()
  await demo(page, 'Sign this message?').getByText('add a wallet').waitFor()
  await page.keyboard.press('Escape')
  await see(page, stepUp.declined('Demo wallet'))
  await asking.getByRole('button', { name: stepUp.sign }).click()
  await answer(page, 'Sign this message?', 'Approve and sign')
  await see(page, wallets.mineTitle('Demo wallet'))
  await press(page, signIn.anotherAccount)
  await answer(page, 'Connect to this site?', 'New account')
  await answer(page, 'Connect to this site?', 'Approve')
  await press(page, wallets.signNew)
  await answer(page, 'Sign this message?', 'Approve and sign')
  await seeHeading(page, wallets.addedTitle)
  await page.goto('/wallets')
  await page.getByRole('main').getByRole('article').nth(1).waitFor()
  assert.equal(await page.getByRole('main').getByRole('article').count(), 2)
})
