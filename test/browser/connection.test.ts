import assert from 'node:assert/strict'
import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { inspect } from '../support/browser/accessibility.ts'
import { goWithin } from '../support/browser/navigate.ts'
import { setStage } from '../support/browser/suite.ts'
import {
  arriveAt,
  type Guest,
  META,
  main,
  press,
  RABBY,
  see,
  seeHeading,
  seeStatus,
} from '../support/browser/test-user.ts'
import { chip, home, notices, signIn } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const meta = (guest: Guest) => guest.wallet('io.metamask')
const LATER = 'scriptedWallets["io.metamask"]'

/** The test decides when the wallet's time is up: the page may need longer to come up. */
const HOLD_LIMIT = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === ${RESTORE_PROBE_MS} ? ((timeIsUp = work), 0) : real(work, ms, ...rest))
}`

/** Loads the page anew with the wallet changed by this script. */
async function reloadWith({ page }: Guest, script: string): Promise<void> {
  await page.addInitScript(script)
  await page.reload()
}

async function seeSignedIn({ page }: Guest, { address }: { address: string }): Promise<void> {
  await seeHeading(page, home.heading)
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(address) === true,
    'the account of the session',
  )
}

/** The page never hears of any wallet. */
const UNINSTALL = "addEventListener('eip6963:announceProvider', (event) => event.stopImmediatePropagation(), true)"

/** A wallet that connects by itself is a question, never a signature. */
async function enterConnected(guest: Guest): Promise<void> {
  const { page, account } = guest
  await page.goto('/sign-in')
  await main(page)
    .getByRole('button', { name: /MetaMask/ })
    .waitFor()
  await meta(guest).permit(true)
  await meta(guest).emit('accountsChanged', [account.address])
  await seeHeading(page, signIn.connectedTitle)
  await see(page, shortAddress(account.address))
  assert.ok(!(await meta(guest).asked()).includes('personal_sign'))
  await press(page, signIn.anotherWallet)
  await press(page, /MetaMask/)
  await arriveAt(page, '/home')
  await seeStatus(page, chip.connected)
  await seeSignedIn(guest, account)
}

async function keepsOnAnotherNetwork(guest: Guest): Promise<void> {
  const { page } = guest
  // The rest of the page is what the server tells, and arrives when it arrives.
  const shown = () => main(page).locator('.home-who').textContent()
  const before = await shown()
  await meta(guest).switchChain(137)
  await meta(guest).switchChain(999_999)
  await seeStatus(page, chip.connected)
  assert.equal(await shown(), before)
  assert.equal(await main(page).getByText(home.mismatch).count(), 0)
  assert.equal(new URL(page.url()).pathname, '/home')
}

async function keepsWhenTheWorkerRestarts(guest: Guest): Promise<void> {
  const looks = async () => (await meta(guest).asked()).filter((method) => method === 'eth_accounts').length
  const before = await looks()
  await meta(guest).emit('disconnect', { code: 1013, message: 'Disconnected from chain. Attempting to connect.' })
  await until(looks, (times) => times > before, 'the accounts are read again')
  await seeStatus(guest.page, chip.connected)
}

async function keepsWithAnotherAccount(guest: Guest): Promise<void> {
  const { page, account, other } = guest
  await meta(guest).switchAccounts([other.address])
  await see(page, home.mismatch)
  await see(page, shortAddress(other.address))
  await seeStatus(page, chip.connected)
  await seeSignedIn(guest, account)
  await inspect(page, 'home with another account')
  for (const place of ['/sessions', '/settings', '/home']) {
    await goWithin(page, place)
    await see(page, home.mismatch)
  }
  await press(page, home.dismiss)
  await until(
    () => main(page).getByText(home.mismatch).count(),
    (times) => times === 0,
    'the banner goes',
  )
  assert.ok(!guest.calls.includes('DELETE /api/session'))
}

/** Restored from the recent wallet alone, and given up when that is silent or locked. */
async function restoresOnReload(guest: Guest): Promise<void> {
  const { page, account } = guest
  await reloadWith(guest, `${LATER}.permit(true); ${LATER}.answer('eth_accounts', 'ask'); ${HOLD_LIMIT}`)
  await seeSignedIn(guest, account)
  await seeStatus(page, chip.reconnecting)
  await meta(guest).answer('eth_accounts', 'approve')
  await meta(guest).approve()
  await seeStatus(page, chip.connected)
  assert.ok(!(await meta(guest).asked()).some((method) => /request|sign/i.test(method)))
  assert.deepEqual(await guest.wallet('io.rabby').asked(), [])

  await page.reload()
  await seeStatus(page, chip.reconnecting)
  await seeSignedIn(guest, account)
  await page.evaluate('timeIsUp()')
  await seeStatus(page, chip.disconnected)
  await seeSignedIn(guest, account)

  await reloadWith(guest, `${LATER}.answer('eth_accounts', 'approve'); ${LATER}.permit(false)`)
  await seeStatus(page, chip.disconnected)
  await seeSignedIn(guest, account)
  await see(page, home.detached)
  await meta(guest).permit(true)
  await meta(guest).emit('accountsChanged', [account.address])
  await seeStatus(page, chip.connected)
  await seeSignedIn(guest, account)
  await meta(guest).emit('disconnect', { code: 1011, message: 'Disconnected. Page reload required.' })
  await seeStatus(page, chip.disconnected)
  await seeSignedIn(guest, account)
}

stage.play(
  'follows and restores the wallet, drops it when it is silent, locked or uninstalled, and keeps the session',
  { wallets: [META, { ...RABBY, permitted: true, answers: { eth_accounts: 'hang' } }] },
  async (guest) => {
    const { page, account } = guest
    await enterConnected(guest)
    await keepsOnAnotherNetwork(guest)
    await keepsWhenTheWorkerRestarts(guest)
    await keepsWithAnotherAccount(guest)
    await restoresOnReload(guest)

    await reloadWith(guest, UNINSTALL)
    await seeStatus(page, chip.disconnected)
    await seeSignedIn(guest, account)
    await guest.context.clearCookies()
    await page.goto('/sign-in')
    await see(page, signIn.none.title)
    await see(page, notices.wallet_missing('MetaMask'))
  },
)
