import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import { account, connectedFlow, label, signingFlow } from '../../../test/support/web/fake-flow.ts'
import { BOB } from '../../../test/support/web/fake-wallet-env.ts'

type Page = Awaited<ReturnType<typeof signingFlow>>

/** Back on the page for a minute without a signature. */
async function waitInVain(flow: Page): Promise<void> {
  flow.returns.fire()
  await flow.timers.advance(60_000)
  assert.equal(flow.problem()?.code, 'wallet/no_signature')
}

const countPrompts = ({ wallet }: Page) => wallet.calledMethods.filter((method) => method === 'personal_sign').length

describe('a signature after the time limit', () => {
  test('is sent with a click, without another approval', async () => {
    const flow = await signingFlow()
    await waitInVain(flow)
    flow.wallet.approve()
    await settled()
    const view = flow.signIn.getView()
    assert.deepEqual([view.screen, flow.sent.length], ['connected', 0])
    assert.ok(view.screen === 'connected' && view.notice?.kind === 'late_answer' && view.notice.timedOut)
    flow.signIn.continue()
    await settled()
    assert.deepEqual([flow.signIn.getView().screen, flow.sent.length, countPrompts(flow)], ['signed_in', 1, 1])
  })

  test('is replaced by a new one when its challenge has expired', async () => {
    const flow = await signingFlow()
    await waitInVain(flow)
    flow.wallet.approve()
    await flow.timers.advance(600_000)
    flow.signIn.continue()
    await settled()
    assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['awaiting_signature', 0])
  })

  test('is replaced by a new one when what its message states has changed', async () => {
    let current = 'token 0'
    const flow = await signingFlow({ isCurrent: ({ token }) => token >= current })
    await waitInVain(flow)
    flow.wallet.approve()
    await settled()
    current = 'token 2' // the failure has fetched the second
    flow.signIn.continue()
    await settled()
    assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['awaiting_signature', 0])
    flow.wallet.approve()
    await settled()
    assert.deepEqual(
      flow.sent.map(({ proof }) => proof.challenge),
      ['token 2'],
    )
  })

  test('is dropped after a cancel, after a new attempt, and when the account changed', async () => {
    const canceled = await signingFlow()
    canceled.signIn.cancel()
    const retried = await signingFlow()
    await waitInVain(retried)
    retried.signIn.retry()
    const switched = await signingFlow()
    await waitInVain(switched)
    switched.wallet.switchAccounts([BOB])
    for (const flow of [canceled, retried, switched]) {
      await settled()
      flow.wallet.approve()
      await settled()
      assert.deepEqual(flow.sent, [])
      const view = flow.signIn.getView()
      assert.notEqual(view.screen === 'connected' && view.notice?.kind, 'late_answer')
    }
  })
})

test('an account that is picked after the time limit is shown', async () => {
  const flow = await connectedFlow()
  flow.wallet.answer('wallet_requestPermissions', 'ask')
  flow.signIn.useOtherAccount()
  await flow.timers.advance(120_000)
  assert.equal(flow.problem()?.code, 'wallet/no_answer')
  flow.wallet.switchAccounts([BOB])
  flow.wallet.approve()
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'connected',
    wallet: label,
    account: { ...account, address: BOB },
    notice: { kind: 'late_answer', wallet: 'MetaMask', timedOut: true },
  })
})
