/** Base Account, whose window is a page of its own; a stand-in on loopback speaks its protocol, a scripted node checks. */

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { readConfig } from '../../server/src/config.ts'
import { stepUp, wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { holdBaseAccount, serveBaseAccountPage, windowOf } from '../support/base-account-page.ts'
import { startNode } from '../support/fake-node.ts'
import { arriveAt, challengeFor, type Guest, main, press, see, seeCalm, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { setStage } from '../support/stage.ts'
import { home, notices, signIn } from '../support/words.ts'

const NAME = 'Base Account'
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`
const ROW = signIn.continueWith(NAME)

const node = await startNode('0x2105')
node.table.set('eth_getCode', { result: '0x6080' })
node.table.set('eth_call', { result: MAGIC })
const wallet = await serveBaseAccountPage()
after(async () => {
  await wallet.stop()
  await node.die()
})

let contracts = 0
/** The guest has an account that is a contract on Base; its owner's key signs for it. */
async function hold(guest: Guest): Promise<string> {
  const address = getAddress(`0x${(0xba5e0001 + contracts++).toString(16).padStart(40, '7')}`)
  await holdBaseAccount(guest, wallet, address)
  return address
}

const asked = (window: Page, method: string) => window.getByText(method, { exact: true }).waitFor()
type Choice = 'Approve' | 'Connect only' | 'Reject'
const BOTH = 'wallet_connect with signInWithEthereum'

/** The window goes with the answer, often before its click is reported as done; without a click it never goes. */
async function answer(window: Page, name: Choice): Promise<void> {
  const closing = window.waitForEvent('close')
  window
    .getByRole('button', { name, exact: true })
    .click()
    .catch(() => {})
  await closing
}

/** The sign-in page with its challenge: without one, the wallet is not asked for both at once. */
const openPage = ({ page }: Guest) => challengeFor(page, () => page.goto('/sign-in'))

async function openWindow(guest: Guest): Promise<Page> {
  const window = await windowOf(guest, () => press(guest.page, ROW))
  await asked(window, BOTH)
  return window
}

/** What was loaded of the wallet's code. */
function codeOf({ page }: Guest): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/base-account-/.test(request.url())) loaded.push(request.url())
  })
  return loaded
}

const OFFERED = { BASE_ACCOUNT: 'on', BASE_ACCOUNT_URL: wallet.url, DEMO_WALLET: 'off' }

describe('Base Account, where the operator offers it,', () => {
  const { play } = setStage({ ...OFFERED, RPC_8453: node.url })

  play('is loaded by the click, and connects and signs in one window', {}, async (guest) => {
    const { page } = guest
    const address = await hold(guest)
    const code = codeOf(guest)
    await openPage(guest)
    await main(page).getByRole('button', { name: ROW, exact: true }).waitFor()
    await inspect(page, 'the list with Base Account')
    assert.deepEqual(code, [])
    const window = await openWindow(guest)
    await window.getByText(`Countersign at ${new URL(page.url()).origin}`).waitFor()
    await inspect(page, 'Base Account is open')
    await answer(window, 'Approve')
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await see(page, wallets.smartOn('Base'))
    assert.match(guest.messages.join(), new RegExp(`\\n${address}\\n[^]*\\nChain ID: 8453\\n`))
    assert.deepEqual([code.length, guest.messages.length], [1, 1])
    assert.deepEqual(await page.evaluate('Object.keys(localStorage).filter((key) => /base/i.test(key))'), [])
  })

  play('that only connects signs in a second window, opened by a click of its own', {}, async (guest) => {
    const { page } = guest
    await hold(guest)
    await openPage(guest)
    const first = await openWindow(guest)
    await answer(first, 'Connect only')
    await seeHeading(page, signIn.connectedTitle)
    await inspect(page, 'Base Account is connected')
    const second = await windowOf(guest, () => press(page, signIn.continueAs))
    await asked(second, 'personal_sign')
    assert.equal(await second.locator('#message').textContent(), await main(page).locator('pre').textContent())
    await answer(second, 'Approve')
    await arriveAt(page, '/home')
    await see(page, wallets.smartOn('Base'))
  })

  play('confirms an act in windows of its own, long after it signed in', {}, async (guest) => {
    const { page } = guest
    await hold(guest)
    await openPage(guest)
    await answer(await openWindow(guest), 'Approve')
    await arriveAt(page, '/home')
    await page.goto('/wallets/add')
    await press(page, wallets.confirm)
    const asking = dialog(page, stepUp.title)
    const first = await windowOf(guest, () => asking.getByRole('button', { name: ROW, exact: true }).click())
    await asked(first, 'wallet_connect')
    await answer(first, 'Approve')
    const second = await windowOf(guest, () => asking.getByRole('button', { name: stepUp.sign }).click())
    await asked(second, 'personal_sign')
    await second.getByText('add a wallet').waitFor()
    await answer(second, 'Approve')
    await see(page, wallets.mineTitle(NAME))
  })

  play('takes a no in its window calmly, and a window that is closed for a no', {}, async (guest) => {
    const { page } = guest
    await hold(guest)
    await openPage(guest)
    await answer(await openWindow(guest), 'Reject')
    await seeCalm(page, notices.declined_connect(NAME))
    const window = await openWindow(guest)
    await main(page).getByText(notices.declined_connect(NAME)).waitFor({ state: 'hidden' })
    await window.close()
    await seeCalm(page, notices.declined_connect(NAME))
    await inspect(page, 'Base Account was closed')
    assert.ok(!guest.calls.includes('POST /api/sessions'))
  })

  play('takes a window that is closed before its page came up for a no', {}, async (guest) => {
    const { page, context } = guest
    await context.route(wallet.url.replace('/connect', '/**'), (route) => route.fulfill({ body: 'not yet' }))
    await page.goto('/sign-in')
    const window = await windowOf(guest, () => press(page, ROW))
    await window.getByText('not yet').waitFor()
    await window.close()
    await see(page, notices.declined_connect(NAME))
  })

  play('closes its window when the person stops waiting', {}, async (guest) => {
    const { page } = guest
    await hold(guest)
    await openPage(guest)
    const window = await openWindow(guest)
    const closing = window.waitForEvent('close')
    await challengeFor(page, () => press(page, signIn.cancel))
    await closing
    await answer(await openWindow(guest), 'Approve')
    await arriveAt(page, '/home')
  })

  play('whose window the browser blocked says so, and opens it with the next click', {}, async (guest) => {
    const { page } = guest
    await hold(guest)
    await page.addInitScript(`{
      const open = window.open.bind(window)
      let blocked = true
      window.open = (...values) => (blocked ? (blocked = false, null) : open(...values))
    }`)
    await openPage(guest)
    await challengeFor(page, () => press(page, ROW))
    const { title, action } = wordsForProblem('wallet/popup_blocked', NAME)
    await seeHeading(page, title)
    await inspect(page, 'a blocked window')
    const window = await windowOf(guest, () => press(page, action))
    await asked(window, BOTH)
    await answer(window, 'Approve')
    await arriveAt(page, '/home')
  })
})

describe('Base Account without the network of Base', () => {
  const { play } = setStage(OFFERED)

  play('says that the network is missing, and offers another wallet', {}, async (guest) => {
    const { page } = guest
    await hold(guest)
    await openPage(guest)
    await answer(await openWindow(guest), 'Approve')
    await seeHeading(page, wordsForProblem('network_not_configured', NAME, 8453).title)
    await press(page, signIn.anotherWallet)
    await main(page).getByRole('button', { name: ROW, exact: true }).waitFor()
  })
})

describe('Base Account, where nobody offers it,', () => {
  const { play } = setStage()

  play('is neither shown nor loaded, not even for somebody who used it before', {}, async (guest) => {
    const { page } = guest
    const code = codeOf(guest)
    const recent = JSON.stringify([{ id: 'linked:base-account', name: NAME, away: false }])
    await page.addInitScript(`localStorage.setItem('cs.recent', ${JSON.stringify(recent)})`)
    const answered = await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('Demo wallet'), exact: true })
      .waitFor()
    assert.equal(await page.getByText(ROW).count(), 0)
    assert.match(answered?.headers()['content-security-policy'] ?? '', /; connect-src 'self'; /)
    assert.deepEqual(code, [])
  })
})

test('the code of Base Account names no host of payments and telemetry', async () => {
  const folder = join(import.meta.dirname, '../../web/dist/assets')
  const files = (await readdir(folder)).filter((file) => /^base-account-.*\.js$/.test(file))
  assert.equal(files.length, 1)
  const code = await readFile(join(folder, files[0] ?? ''), 'utf8')
  assert.deepEqual([...new Set(code.match(/https?:\/\/[\w./-]+/g))].sort(), [
    'https://docs.cloud.coinbase.com/wallet-sdk/docs/errors', // written into errors
    readConfig({ BASE_ACCOUNT: 'on' }, '/').baseAccount?.url, // the default of its library is ours too
    'https://rpc.wallet.coinbase.com', // for calls that are never made here; the policy of the page would stop them
  ])
})
