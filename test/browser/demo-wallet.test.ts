import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { arriveAt, type Guest, META, main, press, see, seeCalm, seeHeading, seeStatus } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, notices, signIn } from '../support/words.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const answer = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** The address the window shows. */
async function shownAccount(page: Page): Promise<string> {
  const text = (await dialog(page).textContent()) ?? ''
  return /0x[0-9a-fA-F]{40}/.exec(text)?.[0] ?? ''
}

async function open({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await see(page, signIn.demoNote)
  await press(page, signIn.continueWith('Demo wallet'))
  await dialog(page).getByRole('heading', { name: 'Connect to this site?' }).waitFor()
}

describe('the demo wallet on localhost', () => {
  const stage = setStage()

  stage.play('shows site, account and message, and signs in when approved', {}, async (guest) => {
    const { page } = guest
    await open(guest)
    await dialog(page).getByText(stage.product.origin, { exact: true }).waitFor()
    await dialog(page).getByText('protects nothing').waitFor()
    const account = await shownAccount(page)
    await answer(page, 'Approve')
    await dialog(page).getByRole('heading', { name: 'Sign this message?' }).waitFor()
    const message = await dialog(page).locator('pre').textContent()
    assert.equal(message, await main(page).locator('pre').textContent())
    assert.equal(message?.split('\n')[1], account)
    await answer(page, 'Approve and sign')
    await arriveAt(page, '/home')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(account) === true,
      'its account is signed in',
    )
    await page.reload()
    await seeStatus(page, chip.connected)
    assert.equal(await dialog(page).count(), 0)
  })

  stage.play('takes a rejected connection and a rejected signature calmly', {}, async (guest) => {
    const { page } = guest
    await open(guest)
    await answer(page, 'Reject')
    await see(page, notices.declined_connect('Demo wallet'))
    await press(page, signIn.continueWith('Demo wallet'))
    await answer(page, 'Approve')
    await dialog(page).getByRole('heading', { name: 'Sign this message?' }).waitFor()
    await page.keyboard.press('Escape')
    await seeCalm(page, notices.declined_signature('Demo wallet'))
    assert.ok(!guest.calls.includes('POST /api/sessions'))
  })

  stage.play('gives another account while connecting', {}, async (guest) => {
    const { page } = guest
    await open(guest)
    const first = await shownAccount(page)
    await answer(page, 'New account')
    const second = await until(
      () => shownAccount(page),
      (account) => account !== first,
      'a new account',
    )
    await answer(page, 'Approve')
    await answer(page, 'Approve and sign')
    await arriveAt(page, '/home')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(second) === true,
      'the new one is signed in',
    )
  })

  stage.play('asks again when the account is changed while a message waits', {}, async (guest) => {
    const { page } = guest
    await open(guest)
    await answer(page, 'Approve')
    await dialog(page).getByRole('heading', { name: 'Sign this message?' }).waitFor()
    await answer(page, 'New account')
    await seeHeading(page, signIn.connectedTitle)
    await see(page, notices.account_changed)
    assert.ok(!guest.calls.includes('POST /api/sessions'))
  })

  stage.play('stands back behind a real wallet', { wallets: [META] }, async ({ page }) => {
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    await main(page).getByText(signIn.moreWays).click()
    await main(page)
      .getByRole('button', { name: /^Demo wallet/ })
      .waitFor()
  })
})

describe('the demo wallet switched off', () => {
  const stage = setStage({ DEMO_WALLET: 'off' })

  stage.play('is not offered and never loaded', {}, async ({ page }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/sign-in')
    await see(page, signIn.none.title)
    assert.equal(await page.getByText('Demo wallet').count(), 0)
    assert.deepEqual(
      loaded.filter((url) => url.includes('demo')),
      [],
    )
    assert.ok(loaded.length > 1)
  })
})
