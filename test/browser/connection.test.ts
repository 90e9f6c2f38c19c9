import assert from 'node:assert/strict'
import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { arriveAt, type Guest, META, main, press, RABBY, see, seeHeading, seeStatus } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, home, notices, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const PERMITTED = { ...META, permitted: true }
const meta = (guest: Guest) => guest.wallet('io.metamask')
const LATER = 'scriptedWallets["io.metamask"]'

/** How long a wallet may take is for the test to say: the page may need longer to come up. */
const HOLD_LIMIT = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === ${RESTORE_PROBE_MS} ? ((timeIsUp = work), 0) : real(work, ms, ...rest))
}`

async function goHome({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await press(page, /MetaMask/)
  await arriveAt(page, '/home')
  await seeStatus(page, chip.connected)
}

/** Loads the page anew with the wallet in another mood. */
async function reloadWith({ page }: Guest, script: string): Promise<void> {
  await page.addInitScript(script)
  await page.reload()
}

async function seeSignedIn({ page, account }: Guest): Promise<void> {
  await seeHeading(page, home.heading)
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(account.address) === true,
    'the account of the session',
  )
}

stage.play(
  'is restored after a reload: reconnecting until the wallet answers',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await goHome(guest)
    await reloadWith(guest, `${LATER}.answer('eth_accounts', 'ask'); ${HOLD_LIMIT}`)
    await seeSignedIn(guest)
    await seeStatus(page, chip.reconnecting)
    await meta(guest).answer('eth_accounts', 'approve')
    await meta(guest).approve()
    await seeStatus(page, chip.connected)
    assert.ok(!(await meta(guest).asked()).some((method) => /request|sign/i.test(method)))
  },
)

stage.play(
  'is lost to a locked wallet and comes back when it is unlocked; the session stays',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await goHome(guest)
    await reloadWith(guest, `${LATER}.permit(false)`)
    await seeStatus(page, chip.disconnected)
    await seeSignedIn(guest)
    await see(page, home.detached)
    await meta(guest).permit(true)
    await meta(guest).emit('accountsChanged', [guest.account.address])
    await seeStatus(page, chip.connected)
    await seeSignedIn(guest)
  },
)

stage.play('to another account is told, and ends nothing', { wallets: [PERMITTED] }, async (guest) => {
  const { page, other } = guest
  await goHome(guest)
  await meta(guest).switchAccounts([other.address])
  await see(page, home.mismatch)
  await see(page, shortAddress(other.address))
  await seeStatus(page, chip.connected)
  await seeSignedIn(guest)
  await press(page, home.dismiss)
  await until(
    () => main(page).getByText(home.mismatch).count(),
    (times) => times === 0,
    'the banner goes',
  )
  assert.ok(!guest.calls.includes('DELETE /api/session'))
})

stage.play('lets the person sign in as the other account instead', { wallets: [PERMITTED] }, async (guest) => {
  const { page, other } = guest
  await goHome(guest)
  await meta(guest).switchAccounts([other.address])
  await press(page, home.signInAsIt)
  await press(page, signIn.continueAs)
  await arriveAt(page, '/home')
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(other.address) === true,
    'the new account of the session',
  )
})

stage.play('does not mind the network', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await goHome(guest)
  // The rest of the page is what the server tells, and arrives when it arrives.
  const shown = () => main(page).locator('.home-who').textContent()
  const before = await shown()
  await meta(guest).switchChain(137)
  await meta(guest).switchChain(999_999)
  await seeStatus(page, chip.connected)
  assert.equal(await shown(), before)
  assert.equal(await main(page).getByText(home.mismatch).count(), 0)
  assert.equal(new URL(page.url()).pathname, '/home')
})

stage.play(
  'outlives a restart of the wallet’s worker (1013) and ends with the wallet (1011)',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    const looks = async () => (await meta(guest).asked()).filter((method) => method === 'eth_accounts').length
    await goHome(guest)
    const before = await looks()
    await meta(guest).emit('disconnect', { code: 1013, message: 'Disconnected from chain. Attempting to connect.' })
    await until(looks, (times) => times > before, 'the accounts are looked at again')
    await seeStatus(page, chip.connected)
    await meta(guest).emit('disconnect', { code: 1011, message: 'Disconnected. Page reload required.' })
    await seeStatus(page, chip.disconnected)
    await seeSignedIn(guest)
  },
)

stage.play(
  'is gone with an uninstalled wallet, which is named where one signs in',
  { wallets: [PERMITTED] },
  async (guest) => {
    await goHome(guest)
    const without = await stage.guest({ browser: { storageState: await guest.context.storageState() } })
    await without.page.goto('/home')
    await seeStatus(without.page, chip.disconnected)
    await seeSignedIn({ ...without, account: guest.account })
    await without.context.clearCookies()
    await without.page.goto('/sign-in')
    await see(without.page, signIn.none.title)
    await see(without.page, notices.wallet_missing('MetaMask'))
    await without.leave()
  },
)

stage.play(
  'is given up when the wallet does not answer within three seconds',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await goHome(guest)
    await reloadWith(guest, `${LATER}.answer('eth_accounts', 'hang'); ${HOLD_LIMIT}`)
    await seeStatus(page, chip.reconnecting)
    await seeSignedIn(guest)
    await page.evaluate('timeIsUp()')
    await seeStatus(page, chip.disconnected)
    await seeSignedIn(guest)
  },
)

stage.play(
  'asks only the recent wallet: another that hangs does not matter',
  {
    wallets: [PERMITTED, { ...RABBY, permitted: true, answers: { eth_accounts: 'hang' } }],
  },
  async (guest) => {
    const { page } = guest
    await goHome(guest)
    await page.reload()
    await seeStatus(page, chip.connected)
    assert.deepEqual(await guest.wallet('io.rabby').asked(), [])
  },
)

stage.play(
  'says “Connecting” in the chip while a wallet is asked',
  { wallets: [{ ...META, answers: { wallet_requestPermissions: 'ask' } }] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await seeStatus(page, chip.disconnected)
    await press(page, signIn.continueWith('MetaMask'))
    await seeStatus(page, chip.connecting)
  },
)

stage.play(
  'finds a wallet again that connected by itself, and asks before signing',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    await meta(guest).permit(true)
    await meta(guest).emit('accountsChanged', [guest.account.address])
    await seeHeading(page, signIn.connectedTitle)
    await see(page, shortAddress(guest.account.address))
    assert.ok(!(await meta(guest).asked()).includes('personal_sign'))
  },
)
