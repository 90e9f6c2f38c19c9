import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, META, press, see, seeHeading } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { home, setup, signIn } from '../support/words.ts'

async function approve({ page }: Guest, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

describe('setting up with the link the server printed', () => {
  const stage = setStage()

  /** Errors appear beside the fields before a wallet is asked. */
  async function leaveFieldsWrong({ page }: Guest): Promise<void> {
    await page.goto('/setup')
    await seeHeading(page, setup.title)
    await press(page, signIn.continueWith('Demo wallet'))
    await see(page, setup.codeMissing)
    await see(page, setup.nameMissing)
    await page.getByLabel(setup.name).fill('Acme\u202E')
    await page.getByLabel(setup.code).fill('x')
    await press(page, signIn.continueWith('Demo wallet'))
    await see(page, setup.nameLetters)
    assert.equal(await page.getByRole('dialog').count(), 0)
  }

  stage.play(
    'checks the fields, makes the demo wallet the owner, names the site, and works once',
    {},
    async (guest) => {
      const { page } = guest
      const link = stage.product.setupLink
      await leaveFieldsWrong(guest)
      await page.goto(link)
      await until(
        () => page.getByLabel(setup.code).inputValue(),
        (code) => link.endsWith(code) && code !== '' && code !== 'x',
        'the code is filled in',
      )
      await page.waitForURL(({ hash }) => hash === '')
      await page.getByLabel(setup.name).fill('Acme Docs')
      await press(page, signIn.continueWith('Demo wallet'))
      await approve(guest, 'Approve')
      await approve(guest, 'Approve and sign')
      await arriveAt(page, '/home')
      await see(page, home.roles.owner)
      await page.getByRole('banner').getByText('Acme Docs').waitFor()
      await until(
        () => page.title(),
        (title) => title === `${home.title} · Acme Docs`,
        'the tab is named',
      )

      const second = await stage.guest()
      const answer = await second.page.goto(link)
      assert.equal(answer?.status(), 404)
      await seeHeading(second.page, setup.doneTitle)
      await second.page.goto('/sign-in')
      await see(second.page, signIn.lead('Acme Docs'))
      await second.leave()
    },
  )
})

describe('setting up with a wrong code first', () => {
  const stage = setStage({ DEMO_WALLET: 'off' })

  stage.play(
    'shows the error beside the field, and takes the right code with the same signature',
    { wallets: [META] },
    async (guest) => {
      const { page } = guest
      const { title, action } = wordsForProblem('setup_code_invalid', 'MetaMask')
      await page.goto('/setup#code=WRONG-WRONG-WRONG-WRONG')
      await page.getByLabel(setup.name).fill('Acme')
      await press(page, signIn.continueWith('MetaMask'))
      await seeHeading(page, title)
      const field = page.getByLabel(setup.code)
      const described = (await field.getAttribute('aria-describedby')) ?? ''
      const texts = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
      assert.ok(
        texts.some((text) => text?.includes(title)),
        JSON.stringify(texts),
      )
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await field.fill(new URL(stage.product.setupLink).hash.slice('#code='.length))
      await press(page, action)
      await arriveAt(page, '/home')
      await see(page, home.roles.owner)
      assert.equal(guest.messages.length, 1)
    },
  )
})
