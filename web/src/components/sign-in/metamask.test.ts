/** Signs in with MetaMask 13.4: its windows, and what the page says about them. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DECLINED_AT_ONCE_MS } from '@countersign/contract/limits/wallet-limits.ts'
import { notices as words } from '../../../../test/support/browser/words.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import { METAMASK_13, NOT_SET_UP_MS, operateMetaMask } from '../../../../test/support/wallets/metamask.ts'
import { connectedFlow, openFlow } from '../../../../test/support/web/fake-flow.ts'
import { ALICE, BOB, CAROL } from '../../../../test/support/web/fake-wallet-env.ts'
import { noticeText } from './view-words.ts'

const accounts = [ALICE, BOB, CAROL]
const { rdns, name } = METAMASK_13

async function openPage(options: { notSetUp?: true } = {}) {
  const flow = await openFlow({ wallets: [{ ...METAMASK_13, accounts: [] }] })
  return withMetaMask(flow, operateMetaMask(flow.wallet, { timers: flow.timers, accounts, ...options }))
}

async function returnToPage(shared: string[]) {
  const flow = await connectedFlow({ wallets: [{ ...METAMASK_13, accounts: shared }] })
  return withMetaMask(flow, operateMetaMask(flow.wallet, { timers: flow.timers, accounts, shared }))
}

function withMetaMask(flow: Awaited<ReturnType<typeof openFlow>>, metaMask: ReturnType<typeof operateMetaMask>) {
  const after = async (action: () => void) => {
    action()
    await settled()
  }
  return {
    ...flow,
    choose: () => after(() => flow.signIn.choose(rdns)),
    continue: () => after(() => flow.signIn.continue()),
    useOtherAccount: () => after(() => flow.signIn.useOtherAccount()),
    confirm: () => after(metaMask.confirm),
    closeWindow: () => after(metaMask.closeWindow),
    select: (account: string) => after(() => metaMask.select(account)),
    lock: metaMask.lock,
    unlock: metaMask.unlock,
    tick: metaMask.tick,
    opened: metaMask.readOpened,
    screen: () => flow.signIn.getView().screen,
    /** The account that the page offers, and its notice. */
    shown() {
      const view = flow.signIn.getView()
      const notice = 'notice' in view && view.notice ? noticeText(view.notice) : undefined
      return [view.screen === 'connected' ? view.account.address : view.screen, notice]
    },
    signers: () => flow.sent.map(({ proof }) => proof.account),
  }
}

test('the first sign-in takes one click and two windows, the second one click and one window', async () => {
  const first = await openPage()
  await first.choose()
  await first.confirm()
  await first.confirm()
  assert.deepEqual([first.screen(), first.opened()], ['signed_in', ['accounts', 'signature']])
  const second = await returnToPage([ALICE])
  assert.deepEqual([second.shown(), second.opened()], [[ALICE, undefined], []])
  await second.continue()
  await second.confirm()
  assert.deepEqual([second.screen(), second.opened()], ['signed_in', ['signature']])
})

describe('a lock that is hidden', () => {
  async function lockedPage() {
    const page = await returnToPage([ALICE])
    page.lock()
    page.returns.fire()
    await settled()
    assert.deepEqual([page.shown(), page.opened()], [[ALICE, undefined], []])
    return page
  }

  test('opens the window to unlock with the click, and goes on after that', async () => {
    const page = await lockedPage()
    await page.continue()
    assert.deepEqual([page.screen(), page.opened()], ['awaiting_signature', ['unlock']])
    await page.confirm()
    assert.deepEqual([page.screen(), page.opened()], ['awaiting_signature', ['signature']])
    await page.confirm()
    assert.equal(page.screen(), 'signed_in')
  })

  test('is a notice when that window is closed, and the next click signs in with one window', async () => {
    const page = await lockedPage()
    await page.continue()
    await page.closeWindow()
    assert.deepEqual(page.shown(), [ALICE, words.declined_signature(name)])
    assert.match(page.shown()[1] ?? '', /declined .* or closed its window/)
    assert.deepEqual([page.sent, page.opened()], [[], ['unlock']])

    page.unlock()
    await page.continue()
    await page.confirm()
    assert.deepEqual([page.screen(), page.opened()], ['signed_in', ['signature']])
    assert.deepEqual(page.signers(), [`eip155:1:${ALICE}`])
  })

  test('keeps the account when the window opens for another account and is closed', async () => {
    const page = await lockedPage()
    await page.useOtherAccount()
    await page.closeWindow()
    assert.deepEqual([page.shown(), page.opened()], [[ALICE, undefined], ['unlock']])
  })
})

describe('a decline', () => {
  test('by MetaMask that is not set up names both reasons at once, without a second request', async () => {
    const page = await openPage({ notSetUp: true })
    await page.choose()
    await page.timers.advance(NOT_SET_UP_MS - 1)
    assert.equal(page.screen(), 'connecting')
    await page.timers.advance(1)
    await settled()
    assert.deepEqual(page.shown(), ['choosing', words.declined_at_once(name)])
    assert.match(page.shown()[1] ?? '', /^You declined, or /)
  })

  for (const [ms, text] of [
    [DECLINED_AT_ONCE_MS - 1, words.declined_at_once(name)],
    [DECLINED_AT_ONCE_MS, words.declined_connect(name)],
    [60_000, words.declined_connect(name)],
  ] as const)
    test(`after ${ms} ms is ${text === words.declined_connect(name) ? '' : 'perhaps not '}the person's own`, async () => {
      const page = await openPage()
      await page.choose()
      await page.timers.advance(ms)
      await page.closeWindow()
      assert.deepEqual(page.shown(), ['choosing', text])
      await page.choose()
      await page.confirm()
      await page.confirm()
      assert.deepEqual([page.screen(), page.opened()], ['signed_in', ['accounts', 'accounts', 'signature']])
    })
})

describe('pre-ticked accounts', () => {
  test('are the only ones offered, also after another one is selected in MetaMask', async () => {
    const page = await openPage()
    await page.choose()
    await page.confirm()
    await page.select(BOB)
    page.returns.fire()
    await page.closeWindow()
    assert.deepEqual(page.shown(), [ALICE, words.declined_signature(name)])
    await page.continue()
    await page.confirm()
    assert.deepEqual([page.screen(), page.signers()], ['signed_in', [`eip155:1:${ALICE}`]])
  })

  for (const [title, ticked] of [
    ['only another one', [BOB]],
    ['another one as well', [ALICE, BOB]],
  ] as const)
    test(`"Use another account" opens the list again, and ticking ${title} uses that one`, async () => {
      const page = await returnToPage([ALICE])
      await page.useOtherAccount()
      page.tick(...ticked)
      await page.confirm()
      assert.deepEqual([page.shown(), page.opened()], [[BOB, undefined], ['accounts']])
      await page.continue()
      await page.confirm()
      assert.deepEqual([page.signers(), page.opened()], [[`eip155:1:${BOB}`], ['signature']])
    })

  test('"Use another account" with the same ticks says how to select another, and opens the list again', async () => {
    const page = await returnToPage([ALICE])
    await page.useOtherAccount()
    await page.confirm()
    assert.deepEqual(page.shown(), [ALICE, words.no_other_account(name)])
    await page.useOtherAccount()
    page.tick(CAROL)
    await page.confirm()
    assert.deepEqual(
      [page.shown(), page.opened()],
      [
        [CAROL, undefined],
        ['accounts', 'accounts'],
      ],
    )
  })

  test('of which another is selected in MetaMask are followed', async () => {
    const page = await returnToPage([ALICE, BOB])
    await page.select(BOB)
    assert.equal(page.shown()[0], BOB)
    await page.select(CAROL)
    assert.equal(page.shown()[0], BOB)
  })
})
