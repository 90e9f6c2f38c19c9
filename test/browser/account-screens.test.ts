import type { Page } from 'playwright-core'
import { activity, home as notices, sessions, settings, stepUp, wallets } from '../../web/src/words/own.ts'
import { press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { addOther, confirm, dialog, enter, meta, PERMITTED, setAccountStage } from '../support/member.ts'
import { until } from '../support/until.ts'
import { account, home } from '../support/words.ts'

const { stage, ageWallets } = setAccountStage()

/** A dialog that is not there yet would neither be looked at nor hear the key that closes it. */
async function inspectDialog(page: Page, view: string, name: string): Promise<void> {
  await dialog(page, name).waitFor()
  await inspect(page, view)
}

async function leave(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page, name).waitFor({ state: 'hidden' })
}

stage.play('axe finds nothing on the wallets', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest, '/wallets')
  await see(page, wallets.only)
  await inspect(page, 'one wallet')
  await addOther(guest, 'Ledger')
  await inspect(page, 'a wallet was added')
  await page.goto('/wallets')
  await page.getByRole('link', { name: 'Ledger', exact: true }).click()
  await seeHeading(page, 'Ledger')
  await see(page, wallets.rulesTitle)
  await inspect(page, 'a wallet')
})

stage.play('axe finds nothing on what is asked about a wallet', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  await addOther(guest, 'Ledger')
  await page.goto('/wallets')
  await press(page, wallets.renameOf('Ledger'))
  await inspectDialog(page, 'renaming', wallets.renameTitle)
  await leave(page, wallets.renameTitle)
  await press(page, wallets.removeOf('Ledger'))
  await inspectDialog(page, 'removing', wallets.removeTitle)
  await leave(page, wallets.removeTitle)
  await inspect(page, 'two wallets')
})

stage.play('axe finds nothing on adding a wallet, step by step', { wallets: [PERMITTED] }, async (guest) => {
  const { page, other, account: first } = guest
  await enter(guest, '/wallets/add')
  await inspect(page, 'adding a wallet')
  await press(page, wallets.confirm)
  await dialog(page, stepUp.title).getByRole('button', { name: stepUp.sign }).waitFor()
  await inspect(page, 'a step-up')
  await meta(guest).switchAccounts([other.address])
  await see(page, stepUp.switchTo('MetaMask'))
  await inspect(page, 'a step-up with another account')
  await meta(guest).switchAccounts([first.address])
  await meta(guest).answer('personal_sign', 'ask')
  await press(page, stepUp.sign)
  await see(page, 'Sign the message in MetaMask')
  await inspect(page, 'a step-up that waits for the wallet')
  await meta(guest).approve()
  await see(page, wallets.mineTitle('MetaMask'))
  await inspect(page, 'adding a wallet that is there already')
  await meta(guest).switchAccounts([other.address])
  await see(page, wallets.signNew)
  await inspect(page, 'adding a new wallet')
})

stage.play('axe finds nothing on sessions and on home with a notice', { wallets: [PERMITTED] }, async (guest) => {
  const { page, account: own } = guest
  await enter(guest)
  const other = await stage.guest({ wallets: [{ ...PERMITTED, accounts: [own.address] }] })
  other.signAs(own)
  await enter(other)
  await other.leave()
  await page.goto('/sessions')
  await press(page, sessions.endOthers)
  await inspectDialog(page, 'ending all others', sessions.endOthersTitle)
  await leave(page, sessions.endOthersTitle)
  await inspect(page, 'sessions')
  await page.goto('/home')
  await seeHeading(page, home.heading)
  await see(page, notices.kinds.new_sign_in.title)
  await inspect(page, 'home with notices')
})

stage.play('axe finds nothing on activity and settings', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  await page.goto('/activity')
  await page.getByRole('row').filter({ hasText: activity.kinds['sign_in.ok'] }).first().waitFor()
  await inspect(page, 'activity')
  await page.getByLabel(activity.to).fill('2020-01-01')
  await see(page, activity.empty)
  await inspect(page, 'no activity')
  await page.goto('/settings')
  await page.getByLabel(settings.name).fill('\u{200b}')
  await press(page, settings.save)
  await see(page, settings.nameRefused(64))
  await inspect(page, 'settings')
})

stage.play('axe finds nothing on recovery codes and data', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  const { recovery, data } = settings
  await enter(guest, '/settings/data')
  await press(page, data.deleteAct)
  await inspectDialog(page, 'deleting the account', data.confirmTitle)
  await leave(page, data.confirmTitle)
  await inspect(page, 'data')
  ageWallets()
  await page.goto('/settings/recovery')
  await press(page, recovery.create)
  await confirm(page)
  await seeHeading(page, recovery.newTitle)
  await inspect(page, 'new codes')
  await page.getByLabel(recovery.keptLabel).check()
  await press(page, recovery.done)
  await see(page, recovery.left(8))
  await inspect(page, 'codes left')
  await press(page, recovery.drop)
  await page.getByRole('dialog').waitFor()
  await inspect(page, 'throwing codes away')
  await page.getByRole('dialog').getByRole('button', { name: account.cancel }).click()
})

stage.play(
  'says where a list should be that the server cannot be reached, with a way to try again',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await enter(guest)
    await page.clock.install()
    for (const path of ['/wallets', '/activity']) {
      await page.route(/\/api\/me/, (route) => route.abort())
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const again = page.getByRole('button', { name: account.tryAgain }).first()
      // Each try begins to wait only after the one before has failed.
      await until(
        async () => {
          await page.clock.runFor(1_000)
          return again.isVisible()
        },
        (there) => there,
        `${path} says so`,
      )
      await page.unroute(/\/api\/me/)
      await until(
        async () => {
          await again.click({ timeout: 1000 }).catch(() => undefined) // it may have been read by itself
          return again.isVisible()
        },
        (left) => !left,
        `${path} is there after trying again`,
      )
    }
  },
)
