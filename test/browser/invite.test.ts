import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setSite } from '../support/site.ts'
import { admin, entry, home, notFound, signIn } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { invites } = admin
const { invite } = entry

/** Makes an invitation in the page and returns the path of its link. */
async function makeInvite(page: Page, fill?: () => Promise<void>): Promise<string> {
  await press(page, invites.create)
  await fill?.()
  await page.getByRole('dialog').getByRole('button', { name: invites.make, exact: true }).click()
  const link = (await page.locator('.shown-once').textContent()) ?? ''
  assert.match(link, new RegExp(`^${site.stage.product.origin}/invite/[A-Za-z0-9_-]{27}$`))
  return new URL(link).pathname
}

const closeLink = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: admin.done, exact: true }).click()

async function withGuest(wallets: Parameters<typeof site.stage.guest>[0], scene: (guest: Guest) => Promise<void>) {
  const guest = await site.stage.guest(wallets)
  try {
    await scene(guest)
    assert.deepEqual(guest.complaints, [])
  } finally {
    await guest.leave()
  }
}

play('somebody comes in by an invitation, as what it says, once', { wallets: [META] }, async (admins) => {
  const { page } = admins
  await site.enter(admins, 'admin', '/admin/invites')
  await see(page, invites.empty)
  await inspect(page, 'no invitations')
  const path = await makeInvite(page, async () => {
    await page.getByLabel(invites.uses).fill('1001')
    await page.getByRole('dialog').getByRole('button', { name: invites.make, exact: true }).click()
    await page.getByRole('dialog').getByText(invites.usesWrong(1000)).waitFor()
    await inspect(page, 'making an invitation')
    await page.getByLabel(invites.uses).fill('1')
    await page.getByLabel(invites.role).selectOption('auditor')
  })
  await inspect(page, 'the link, once')
  await closeLink(page)
  await see(page, invites.usedOf(0, 1))
  await inspect(page, 'invitations')

  await withGuest({ wallets: [META] }, async (guest) => {
    await guest.page.goto(path)
    await seeHeading(guest.page, invite.title)
    await see(guest.page, invite.roles.auditor)
    await inspect(guest.page, 'invitation')
    await press(guest.page, signIn.continueWith('MetaMask'))
    await arriveAt(guest.page, '/home')
    await see(guest.page, home.roles.auditor)
    assert.match(guest.messages.at(-1) ?? '', /Sign in to/)
  })
  await withGuest({ wallets: [META] }, async (guest) => {
    await guest.page.goto(path)
    await seeHeading(guest.page, wordsForProblem('invite_used', '').title)
    await inspect(guest.page, 'an invitation that was used up')
    await guest.page.getByRole('link', { name: invite.signIn }).click()
    await arriveAt(guest.page, '/sign-in')
  })
})

play('an invitation for one wallet is for no other', { wallets: [META] }, async (admins) => {
  const { page } = admins
  await site.enter(admins, 'admin', '/admin/invites')
  await withGuest({ wallets: [META] }, async (guest) => {
    const { other, account } = guest
    const path = await makeInvite(page, async () => {
      await page.getByLabel(invites.who).selectOption('bound')
      await page.getByLabel(invites.address).fill('0x1234')
      await page.getByRole('dialog').getByRole('button', { name: invites.make, exact: true }).click()
      await page.getByRole('dialog').getByText(invites.addressWrong).waitFor()
      await page.getByLabel(invites.address).fill(other.address)
    })
    await guest.page.goto(path)
    await see(guest.page, invite.onlyWallet(shortAddress(other.address)))
    await press(guest.page, signIn.continueWith('MetaMask'))
    await seeHeading(guest.page, wordsForProblem('invite_other_wallet', '').title)
    await inspect(guest.page, 'an invitation for another wallet')
    await guest.wallet('io.metamask').switchAccounts([other.address])
    await press(guest.page, signIn.anotherWallet)
    await press(guest.page, /MetaMask/)
    await arriveAt(guest.page, '/home')
    assert.deepEqual(
      site
        .read(
          'SELECT address FROM wallet WHERE address IN (?, ?)',
          ...[other, account].map((of) => of.address.toLowerCase()),
        )
        .map((row) => ({ ...(row as object) })),
      [{ address: other.address.toLowerCase() }],
    )
  })
})

play('an invitation that was taken back, or never made, does not work', { wallets: [META] }, async (admins) => {
  const { page } = admins
  await site.enter(admins, 'admin', '/admin/invites')
  const path = await makeInvite(page)
  await closeLink(page)
  await main(page)
    .getByRole('button', { name: invites.revokeOf(invites.anyone) })
    .first()
    .click()
  await inspect(page, 'taking an invitation back')
  await page.getByRole('dialog').getByRole('button', { name: invites.revoke, exact: true }).click()
  await see(page, invites.statuses.revoked)
  await withGuest({}, async (guest) => {
    for (const wrong of [path, `/invite/${'a'.repeat(27)}`, '/invite/x']) {
      await guest.page.goto(wrong)
      await seeHeading(guest.page, wordsForProblem('invite_invalid', '').title)
    }
  })
})

play('an invitation that ran out lets nobody in, not even from an open page', { wallets: [META] }, async (admins) => {
  const { page } = admins
  await site.enter(admins, 'admin', '/admin/invites')
  const path = await makeInvite(page)
  await closeLink(page)
  await withGuest({ wallets: [META] }, async (guest) => {
    await guest.page.goto(path)
    await see(guest.page, invite.roles.member) // the invitation was looked up
    site.change('UPDATE invite SET expires_at = ? WHERE id = (SELECT max(id) FROM invite)', Date.now() - 1)
    await press(guest.page, signIn.continueWith('MetaMask'))
    const { title } = wordsForProblem('invite_expired', '')
    await seeHeading(guest.page, title)
    assert.equal(site.read('SELECT id FROM wallet WHERE address = ?', guest.account.address.toLowerCase()).length, 0)
    await guest.page.goto(path)
    await seeHeading(guest.page, title)
    await inspect(guest.page, 'an invitation that ran out')
  })
  await page.reload()
  await see(page, invites.statuses.expired)
})

play('invitations are not for auditors', { wallets: [META] }, async (guest) => {
  await site.enter(guest, 'auditor', '/admin/invites')
  await seeHeading(guest.page, notFound.heading)
})
