import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { View } from '../../web/src/sign-in/view.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { changeDatabase } from '../support/database-file.ts'
import {
  arriveAt,
  type Guest,
  type GuestOptions,
  META,
  main,
  press,
  RABBY,
  see,
  seeHeading,
  seeStatus,
} from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, failed, notices, preview, signIn } from '../support/words.ts'

/** How a guest gets to see it, in the tab they opened last. */
type Scene = GuestOptions & { reach(guest: Guest): Promise<void> }

const folder = mkdtempSync(join(tmpdir(), 'countersign-views-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const stage = setStage({ DATA_DIR: folder })

const NO = { code: 4001, message: 'User rejected the request.' }
const BROKEN = { code: -32603, message: 'Internal JSON-RPC error.' }
const connecting = (answer: 'ask' | typeof NO) => ({ wallet_requestPermissions: answer, eth_requestAccounts: answer })
const ASKS = { ...META, answers: connecting('ask') }
const ASKS_TO_SIGN = { ...META, answers: { personal_sign: 'ask' as const } }

/** The seal is gone after 280 ms; axe needs a clock that goes, so only that one timer never fires. */
const HOLD_SEAL = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === 280 ? 0 : real(work, ms, ...rest))
}`

/** Every view of the sign-in: one that is added to the union and not to this table does not compile. */
const views: Record<View['screen'], Record<string, Scene>> = {
  // Needs a relay, so that walletconnect.test.ts looks at it.
  linking: {},
  choosing: {
    'several wallets': {
      wallets: [META, RABBY],
      async reach({ page }) {
        await page.goto('/sign-in')
        await main(page).getByRole('list', { name: signIn.walletsLabel }).waitFor()
      },
    },
    'one wallet': {
      wallets: [META],
      async reach({ page }) {
        await page.goto('/sign-in')
        const button = main(page).getByRole('button', { name: signIn.continueWith('MetaMask') })
        await button.waitFor()
      },
    },
    'a calm line': {
      wallets: [{ ...META, answers: connecting(NO) }],
      async reach(guest) {
        await begin(guest)
        await see(guest.page, notices.declined_connect('MetaMask'))
      },
    },
  },
  connecting: {
    'the first seconds': { wallets: [ASKS], reach: beginConnecting },
    'a wallet that does not answer': {
      wallets: [ASKS],
      clock: true,
      async reach(guest) {
        await beginConnecting(guest)
        await guest.page.clock.fastForward(61_000)
        await see(guest.page, signIn.openingStalled('MetaMask'))
      },
    },
  },
  connected: {
    'the question': {
      wallets: [ASKS_TO_SIGN],
      async reach(guest) {
        await beginSigning(guest)
        await press(guest.page, signIn.cancel)
        await seeHeading(guest.page, signIn.connectedTitle)
      },
    },
  },
  preparing: {
    'a challenge on its way': {
      wallets: [META],
      async reach(guest) {
        await guest.context.route('**/api/challenges', () => undefined) // never answered
        await begin(guest)
        await main(guest.page).getByRole('button', { name: signIn.preparing }).waitFor()
      },
    },
  },
  awaiting_signature: {
    'the message': {
      wallets: [ASKS_TO_SIGN],
      async reach(guest) {
        await beginSigning(guest)
        await main(guest.page).getByText(preview.label).click()
      },
    },
    'a slow signature': {
      wallets: [ASKS_TO_SIGN],
      clock: true,
      async reach(guest) {
        await beginSigning(guest)
        await guest.page.clock.fastForward(21_000)
        await see(guest.page, signIn.signSlow('MetaMask'))
      },
    },
  },
  verifying: {
    'the first seconds': { wallets: [META], reach: beginVerifying },
    'a slow answer': {
      wallets: [META],
      clock: true,
      async reach(guest) {
        await beginVerifying(guest)
        await guest.page.clock.fastForward(6_000)
        await see(guest.page, signIn.verifyingSlow(30))
      },
    },
    'no network': {
      wallets: [ASKS_TO_SIGN],
      async reach(guest) {
        await beginSigning(guest)
        await guest.context.setOffline(true)
        await guest.wallet('io.metamask').approve()
        await see(guest.page, signIn.verifyingOffline)
      },
    },
  },
  signed_in: {
    'the seal': {
      wallets: [ASKS_TO_SIGN],
      async reach(guest) {
        await beginSigning(guest)
        await guest.page.evaluate(HOLD_SEAL)
        await guest.wallet('io.metamask').approve()
        await seeHeading(guest.page, signIn.signedIn)
      },
    },
  },
  suspended: {
    'a wallet that may not sign in': {
      wallets: [META],
      async reach(guest) {
        await comeBackWith(guest, "status = 'suspended'")
        await seeHeading(guest.page, signIn.suspendedTitle)
      },
    },
  },
  leaving: {
    'an account that is being deleted': {
      wallets: [META],
      async reach(guest) {
        await beginLeaving(guest)
        await see(guest.page, signIn.leaving('January 2, 2099'))
      },
    },
  },
  other_tab: {
    'a prompt in the first tab': {
      wallets: [ASKS],
      async reach(guest) {
        await beginConnecting(guest)
        const second = await guest.context.newPage()
        await second.goto('/sign-in')
        await press(second, signIn.continueWith('MetaMask'))
        await seeHeading(second, signIn.otherTabTitle)
      },
    },
  },
  failed: {
    'with its details': {
      wallets: [{ ...META, answers: { personal_sign: BROKEN } }],
      async reach(guest) {
        await begin(guest)
        await seeHeading(guest.page, wordsForProblem('wallet/internal', 'MetaMask').title)
        await main(guest.page).getByText(failed.details, { exact: true }).click()
      },
    },
  },
}

for (const [screen, scenes] of Object.entries(views)) {
  for (const [name, { reach, ...options }] of Object.entries(scenes)) {
    stage.play(`axe finds nothing on the view ${screen}: ${name}`, options, async (guest) => {
      await reach(guest)
      const page = guest.context.pages().at(-1) ?? guest.page
      // Nothing runs out meanwhile, however long this machine needs for axe.
      await page.clock.setFixedTime(await page.evaluate<number>('Date.now()'))
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      await inspect(page, `${screen}: ${name}`)
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), heading, 'the view stood still')
    })
  }
}

stage.play('somebody who is leaving keeps their account without signing twice', { wallets: [META] }, async (guest) => {
  await beginLeaving(guest)
  const signed = guest.messages.length
  await press(guest.page, signIn.keepAccount)
  await arriveAt(guest.page, '/home')
  assert.equal(guest.messages.length, signed)
})

const off = setStage({ DEMO_WALLET: 'off' })

off.play('axe finds nothing when there is no wallet', {}, async ({ page }) => {
  await page.goto('/sign-in')
  await see(page, signIn.none.title)
  await inspect(page, 'none')
})

async function begin({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
}

async function beginConnecting(guest: Guest): Promise<void> {
  await begin(guest)
  await seeStatus(guest.page, chip.connecting)
}

async function beginSigning(guest: Guest): Promise<void> {
  await begin(guest)
  await seeHeading(guest.page, signIn.signTitle('MetaMask'))
  await until(
    () => guest.wallet('io.metamask').waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
}

async function beginVerifying(guest: Guest): Promise<void> {
  await guest.context.route('**/api/sessions', () => undefined) // never answered
  await begin(guest)
  await seeHeading(guest.page, signIn.verifyingTitle)
}

async function beginLeaving(guest: Guest): Promise<void> {
  await comeBackWith(guest, `status = 'deleting', delete_after = ${Date.parse('2099-01-02T12:00:00Z')}`)
  await seeHeading(guest.page, signIn.leavingTitle)
}

/** Signs in, is changed behind their back, and signs in again. */
async function comeBackWith(guest: Guest, change: string): Promise<void> {
  const { page, context, account } = guest
  await begin(guest)
  await arriveAt(page, '/home')
  const own = 'id IN (SELECT person_id FROM wallet WHERE address = ?)'
  const database = join(folder, 'countersign.db')
  changeDatabase(database, `UPDATE person SET ${change} WHERE ${own}`, account.address.toLowerCase())
  await context.clearCookies()
  await page.goto('/sign-in')
  await press(page, /MetaMask/)
}
