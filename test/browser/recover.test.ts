import assert from 'node:assert/strict'
import type { createRecoveryCodes } from '@countersign/contract/recovery.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { stepUp } from '../support/account.ts'
import { arriveAt, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { admin, entry, help, home, signIn } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { recover } = entry
const refused = wordsForProblem('recovery_invalid', 'MetaMask')

play('a recovery code that does not work is said beside its field', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await page.goto('/wallets/help')
  await page.getByRole('link', { name: help.lost }).click()
  await seeHeading(page, recover.title)
  await inspect(page, 'recover')
  await press(page, signIn.continueWith('MetaMask'))
  await see(page, recover.codeMissing)
  assert.equal(guest.messages.length, 0)
  await page.getByLabel(recover.code).fill('AAAA-AAAA-AAAA-AAAA-AAAA')
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, refused.title)
  assert.equal(await page.getByLabel(recover.code).getAttribute('aria-invalid'), 'true')
  await inspect(page, 'a code that does not work')
  await press(page, refused.action)
  await until(
    () => guest.calls.filter((call) => call === 'POST /api/recoveries').length,
    (sent) => sent === 2,
    'the same signature is sent again',
  )
  await seeHeading(page, refused.title)
  assert.equal(guest.messages.length, 1, 'the signature was not the fault')
})

play(
  'a recovery code joins a new wallet to the account, whatever its letters look like',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const lost = await site.settle('Navi')
    site.change('UPDATE wallet SET linked_at = 0 WHERE person_id = ?', lost.id)
    await stepUp(lost.browser, lost.account, 'recovery.create')
    const made = await lost.browser.post('/api/me/recovery-codes')
    const { codes } = made.json as AnswerOf<typeof createRecoveryCodes> // its own contract's answer
    await page.goto('/recover')
    await page.getByLabel(recover.code).fill(` ${codes[0]?.toLowerCase()} `)
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, 'Navi')
    assert.equal((await lost.browser.get('/api/session')).status, 401, 'every other session ended')
    assert.match(guest.messages[0] ?? '', /recover/i)
  },
)

play('an admin’s link lets somebody back in with a new wallet, once', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const lost = await site.settle('Zelda')
  await site.enter(guest, 'admin', `/admin/people/${lost.id}`)
  await press(page, admin.person.link)
  await page.getByRole('dialog').getByRole('button', { name: admin.person.link, exact: true }).click()
  await confirm(page)
  const link = (await page.locator('.shown-once').textContent()) ?? ''

  const back = await site.stage.guest({ wallets: [META] })
  await back.page.goto(link)
  await see(back.page, recover.linkLead)
  await back.page.waitForURL(`${site.stage.product.origin}/recover`)
  assert.equal(await main(back.page).getByLabel(recover.code).count(), 0)
  await inspect(back.page, 'recover by link')
  await press(back.page, signIn.continueWith('MetaMask'))
  await arriveAt(back.page, '/home')
  await seeHeading(back.page, 'Zelda')
  await see(back.page, home.roles.member)
  assert.equal((await lost.browser.get('/api/session')).status, 401, 'every other session ended')
  assert.deepEqual(back.complaints, [])
  await back.leave()

  const late = await site.stage.guest({ wallets: [META] })
  await late.page.goto(link)
  await press(late.page, signIn.continueWith('MetaMask'))
  await see(late.page, recover.linkRefused)
  await inspect(late.page, 'a link that was used')
  await press(late.page, recover.useCode)
  await late.page.getByLabel(recover.code).waitFor()
  await late.page.goto('/recover#link=short')
  await see(late.page, recover.linkBroken)
  await late.page.waitForURL(({ hash }) => hash === '')
  await late.leave()
})
