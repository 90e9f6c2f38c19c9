import assert from 'node:assert/strict'
import type { createRecoveryLink } from '@countersign/contract/people.ts'
import type { createRecoveryCodes } from '@countersign/contract/recovery.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { stepUp } from '../support/account.ts'
import { arriveAt, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { signInElsewhere } from '../support/signed-in.ts'
import { type Neighbour, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { entry, help, home, signIn } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { recover } = entry
const refused = wordsForProblem('recovery_invalid', 'MetaMask')

async function createCode({ id, browser, account }: Neighbour): Promise<string> {
  site.change('UPDATE wallet SET linked_at = 0 WHERE person_id = ?', id)
  await stepUp(browser, account, 'recovery.create')
  const made = await browser.post('/api/me/recovery-codes')
  const { codes } = made.json as AnswerOf<typeof createRecoveryCodes> // its own contract's answer
  assert.ok(codes[0])
  return codes[0]
}

async function createLink(lost: Neighbour): Promise<string> {
  const { account } = await site.settle('Admin', 'admin')
  const browser = await signInElsewhere(site.stage, account) // a role set in the database holds from the next sign-in
  await stepUp(browser, account, 'people.recover', lost.id)
  const made = await browser.post(`/api/admin/people/${lost.id}/recovery-link`)
  assert.equal(made.status, 201, made.text)
  return (made.json as AnswerOf<typeof createRecoveryLink>).url // its own contract's answer
}

play(
  'rejects a wrong code beside its field, then adds the wallet with a valid one',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const lost = await site.settle('Navi')
    const code = await createCode(lost)
    await page.goto('/wallets/help')
    await page.getByRole('link', { name: help.lost }).click()
    await seeHeading(page, recover.title)
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

    await page.getByLabel(recover.code).fill(` ${code.toLowerCase()} `)
    await press(page, refused.action)
    await arriveAt(page, '/home')
    await seeHeading(page, 'Navi')
    assert.equal((await lost.browser.get('/api/session')).status, 401, 'every other session ended')
    assert.equal(guest.messages.length, 1, 'the signature was not at fault')
    assert.match(guest.messages[0] ?? '', /recover/i)
  },
)

play('accepts an admin’s recovery link once', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const lost = await site.settle('Zelda')
  const link = await createLink(lost)
  await page.goto(link)
  await see(page, recover.linkLead)
  await page.waitForURL(`${site.stage.product.origin}/recover`)
  assert.equal(await main(page).getByLabel(recover.code).count(), 0)
  await inspect(page, 'recover by link')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, 'Zelda')
  await see(page, home.roles.member)
  assert.equal((await lost.browser.get('/api/session')).status, 401, 'every other session ended')

  const late = await site.stage.guest({ wallets: [META] })
  await late.page.goto(link)
  await press(late.page, signIn.continueWith('MetaMask'))
  await see(late.page, recover.linkRefused)
  await press(late.page, recover.useCode)
  await late.page.getByLabel(recover.code).waitFor()
  await late.page.goto('/recover#link=short')
  await see(late.page, recover.linkBroken)
  await late.page.waitForURL(({ hash }) => hash === '')
  assert.deepEqual(late.complaints, [])
  await late.leave()
})
