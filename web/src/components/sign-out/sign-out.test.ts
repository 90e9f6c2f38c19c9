import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SessionState } from '@countersign/contract/routes/session.ts'
import { started } from '../../../../test/support/web/fake-flow.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import type { Page } from '../../session/page.ts'
import type { SessionStatus } from '../../session/session.ts'
import { endSession, progressOf, signOutProgress } from './sign-out.ts'

const lost = new ConnectionError('server/unreachable')
const keepWallet = async () => {}
const signedOut = { status: 'signed-out', reason: 'signed_out' } as const

function signedIn(id: string): SessionStatus {
  const state: SessionState = { session: { ...started.session, id }, me: started.me }
  return { status: 'signed-in', state, endsSoon: false }
}

/** The answer of the server to a sign-out is open. */
function openPage() {
  const answer = Promise.withResolvers<void>()
  let now = signedIn('ses_1')
  const session = { getSession: () => now, signOut: () => answer.promise }
  return {
    page: { session } as unknown as Page, // nothing else is read
    answer,
    set: (status: SessionStatus) => {
      now = status
    },
    shown: () => progressOf(signOutProgress.get(), now).status,
  }
}

describe('a sign-out', () => {
  test('is shown as busy, and starts once', async () => {
    const { page, answer, shown } = openPage()
    const ended = endSession(page, keepWallet)
    assert.deepEqual([shown(), await endSession(page, keepWallet)], ['busy', false])
    answer.resolve()
    assert.deepEqual([await ended, shown()], [true, 'idle'])
  })

  test('that failed is shown while the session lasts', async () => {
    const { page, answer, shown } = openPage()
    answer.reject(lost)
    assert.deepEqual([await endSession(page, keepWallet), shown()], [false, 'failed'])
  })

  for (const [order, endsFirst] of [
    ['before its answer is lost', true],
    ['after its answer was lost', false],
  ] as const)
    test(`whose session ended ${order} is not shown after the next sign-in`, async () => {
      const { page, answer, set, shown } = openPage()
      const ended = endSession(page, keepWallet)
      if (endsFirst) set(signedOut)
      answer.reject(lost)
      assert.equal(await ended, false)
      set(signedOut)
      assert.equal(shown(), 'idle')
      set(signedIn('ses_2'))
      assert.equal(shown(), 'idle')
    })

  test('of the next session does not wait for the answer to the last one', async () => {
    const first = openPage()
    const late = endSession(first.page, keepWallet)
    const next = openPage()
    next.set(signedIn('ses_2'))
    const ended = endSession(next.page, keepWallet)
    first.answer.reject(lost)
    assert.deepEqual([await late, next.shown()], [false, 'busy'])
    next.answer.resolve()
    assert.deepEqual([await ended, next.shown()], [true, 'idle'])
  })
})
