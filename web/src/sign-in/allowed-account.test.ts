import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import { METAMASK_13 } from '../../../test/support/wallets/metamask.ts'
import { connectedFlow, openFlow } from '../../../test/support/web/fake-flow.ts'
import { ALICE, BOB, CAROL } from '../../../test/support/web/fake-wallet-env.ts'

const metaMaskLike = { ...METAMASK_13, accounts: [ALICE] }
const notAlice = ({ address }: { address: string }) => address !== ALICE
const shownAccount = ({ signIn }: Awaited<ReturnType<typeof openFlow>>) => {
  const view = signIn.getView()
  return view.screen === 'connected' ? [view.account.address, view.notice?.kind] : view.screen
}

test('uses the account selected in the picker, although it is listed second', async () => {
  const flow = await connectedFlow({ wallets: [metaMaskLike], allows: notAlice })
  flow.wallet.answer('wallet_requestPermissions', 'ask')
  flow.signIn.useOtherAccount()
  await settled()
  const picking = flow.signIn.getView()
  assert.deepEqual([picking.screen, picking.screen === 'connecting' && picking.picking], ['connecting', true])
  flow.wallet.switchAccounts([ALICE, BOB])
  flow.wallet.approve()
  await settled()
  assert.deepEqual(shownAccount(flow), [BOB, undefined])
  flow.signIn.continue()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.sent[0]?.proof.account, `eip155:1:${BOB}`)
})

test('uses an already shared account without asking the wallet', async () => {
  const flow = await connectedFlow({ wallets: [{ ...metaMaskLike, accounts: [ALICE, BOB] }], allows: notAlice })
  assert.equal(shownAccount(flow)[0], BOB)
  assert.equal(flow.wallet.calledMethods.includes('wallet_requestPermissions'), false)
})

test('a click on the wallet does not sign with an account that was not shown', async () => {
  const flow = await openFlow({ wallets: [{ ...metaMaskLike, accounts: [ALICE, BOB] }], allows: notAlice })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.equal(shownAccount(flow)[0], BOB)
  assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
})

test('switches after the allowed accounts were loaded', async () => {
  const allowed = { address: ALICE as string }
  const allows = ({ address }: { address: string }) => address === allowed.address
  const flow = await connectedFlow({ wallets: [{ ...metaMaskLike, accounts: [ALICE, BOB] }], allows })
  assert.equal(shownAccount(flow)[0], ALICE)
  allowed.address = BOB
  flow.signIn.preferAllowedAccount()
  await settled()
  assert.equal(shownAccount(flow)[0], BOB)
})

test('keeps the account and explains what to do when the same accounts are shared', async () => {
  const flow = await connectedFlow({ wallets: [metaMaskLike], allows: notAlice })
  flow.signIn.useOtherAccount()
  await settled()
  assert.deepEqual(shownAccount(flow), [ALICE, 'no_other_account'])
})

test('shows a newly shared account that may not sign', async () => {
  const flow = await connectedFlow({ wallets: [metaMaskLike], allows: ({ address }) => address === BOB })
  flow.wallet.switchAccounts([ALICE, CAROL])
  flow.signIn.useOtherAccount()
  await settled()
  assert.deepEqual(shownAccount(flow), [CAROL, undefined])
})

test('declining the picker changes nothing', async () => {
  const flow = await connectedFlow({ wallets: [metaMaskLike], allows: notAlice })
  flow.wallet.answer('wallet_requestPermissions', { code: 4001, message: 'User rejected the request.' })
  flow.signIn.useOtherAccount()
  await settled()
  assert.deepEqual(shownAccount(flow), [ALICE, undefined])
})
