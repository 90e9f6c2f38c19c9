import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import type { OpenedPhoneRequest, PhoneRequest, PhoneState } from '@countersign/contract/routes/phone.ts'
import { fakeTimers, settled } from '../../../../test/support/fake-page.ts'
import { exampleChallenge } from '../../../../test/support/web/fake-wallet-env.ts'
import type { Call } from '../../api/call.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import { createApproval } from './approval.ts'

const CODE = 'KXQZRTMP'

const requestIn = (state: PhoneState, rest: Partial<PhoneRequest> = {}): PhoneRequest => ({
  id: 'phr_01JCQ2Z8Y7ABCDEFGHJKMNPQRS',
  state,
  direct: false,
  triesLeft: 3,
  expiresInMs: 120_000,
  ...rest,
})

const askerIn = (state: PhoneState, digits: string | null = null): OpenedPhoneRequest => ({
  request: requestIn(state),
  purpose: 'sign_in',
  action: null,
  device: 'Chrome on Windows',
  maskedIp: '203.0.113.x',
  sameNetwork: true,
  ageMs: 5000,
  digits,
})

type Answer = unknown

const ANSWERS: Record<string, Answer> = {
  open: askerIn('opened'),
  match: { request: requestIn('matched'), challenge: exampleChallenge },
  decline: undefined,
}

/** An answer that is an error is thrown; a promise is waited for. */
function start(changes: Record<string, Answer> = {}) {
  const answers = { ...ANSWERS, ...changes }
  const calls: [name: string, body: object][] = []
  const timers = fakeTimers()
  let report = (_: PhoneRequest) => {}
  let followed = 0
  let comeBack: (() => void) | undefined
  const call = (async ({ path }: { path: string }, body: object) => {
    const name = path.split('/').at(-1) ?? ''
    calls.push([name, body])
    const answer = await answers[name]
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as Call // implements only the routes of the phone
  const approval = createApproval({
    call,
    timers,
    follow(_, onChange) {
      followed++
      report = onChange
      return () => {
        followed--
      }
    },
    onReturn(listener) {
      comeBack = listener
      return () => {
        comeBack = undefined
      }
    },
  })
  return {
    ...{ approval, answers, calls, timers },
    step: () => approval.get().step,
    report: (request: PhoneRequest) => report(request),
    followed: () => followed,
    async comeBack() {
      comeBack?.()
      await settled()
    },
  }
}

async function opened(changes?: Record<string, Answer>) {
  const page = start(changes)
  page.approval.open(CODE)
  await settled()
  return page
}

async function matched(changes?: Record<string, Answer>) {
  const page = await opened(changes)
  page.approval.match('47')
  await settled()
  return page
}

function holdAnswer() {
  const { promise: held, resolve: release } = Promise.withResolvers<unknown>()
  return { held, release }
}

const ended = ({ approval }: { approval: ReturnType<typeof createApproval> }) => {
  const state = approval.get()
  return state.step === 'ended' ? state.end : state.step
}

describe('createApproval', () => {
  test('opens a code, matches its number, and shows the digits until the computer is done', async () => {
    const page = await opened()
    const { approval, timers } = page
    assert.deepEqual(approval.get(), {
      ...{ step: 'opened', code: CODE, asker: ANSWERS.open, busy: undefined, error: undefined },
      ...{ askedAt: timers.now() - 5000, endsAt: timers.now() + 120_000 },
    })
    approval.match('47')
    await settled()
    const signing = approval.get()
    assert.deepEqual(signing.step === 'matched' && signing.challenge, exampleChallenge)
    approval.approved({ request: requestIn('approved', { expiresInMs: 60_000 }), digits: '123456' })
    const state = approval.get()
    assert.deepEqual(state.step === 'approved' && [state.digits, state.endsAt - timers.now()], ['123456', 60_000])
    page.report(requestIn('completed'))
    assert.deepEqual(approval.get(), { step: 'ended', end: 'completed', asker: ANSWERS.open })
    assert.equal(page.followed(), 0)
    assert.deepEqual(page.calls, [
      ['open', { code: CODE }],
      ['match', { code: CODE, number: '47' }],
    ])
  })

  test('asks for the code again if the server does not know it', async () => {
    const { approval } = await opened({ open: new AppError('phone_code_unknown') })
    assert.deepEqual(approval.get(), { step: 'code', unknown: CODE })
  })

  test('keeps the code when the server cannot be reached', async () => {
    const page = await opened({ open: new ConnectionError('server/unreachable') })
    const state = page.approval.get()
    assert.deepEqual(state.step === 'failed' && state.code, CODE)
    page.answers.open = ANSWERS.open
    page.approval.open(CODE)
    await settled()
    assert.equal(page.step(), 'opened')
  })

  test('ends with what the server says, wherever it says it', async () => {
    const codes = [
      ...['phone_off', 'phone_expired', 'phone_ended', 'phone_used', 'phone_locked', 'phone_networks_exceeded'],
    ] as ErrorCode[]
    for (const code of codes) {
      assert.equal(ended(await opened({ open: new AppError(code) })), code)
      assert.equal(ended(await matched({ match: new AppError(code) })), code)
      const page = await matched()
      page.approval.refused(new AppError(code))
      assert.equal(ended(page), code)
      assert.equal(page.followed(), 0)
    }
    assert.equal(ended(await matched({ match: new AppError('phone_number_wrong') })), 'phone_number_wrong')
  })

  test('ends when the computer cancels, or the request expires or is locked', async () => {
    const ends = [
      ['canceled', 'canceled'],
      ['declined', 'declined'],
      ['expired', 'phone_expired'],
      ['locked', 'phone_locked'],
    ] as const
    for (const [state, end] of ends) {
      const page = await matched()
      page.report(requestIn(state))
      assert.equal(ended(page), end)
    }
  })

  test('ends an opened request by its own clock, because it may not follow it yet', async () => {
    const page = await opened()
    await page.timers.advance(119_999)
    assert.equal(page.step(), 'opened')
    await page.timers.advance(1)
    assert.equal(ended(page), 'phone_expired')
  })

  test('lets another account sign after one that may not', async () => {
    const page = await matched()
    for (const code of ['phone_not_allowed', 'phone_device_unknown', 'wallet_not_yours', 'internal'] as const)
      page.approval.refused(new AppError(code))
    assert.equal(page.step(), 'matched')
  })

  test('ends when its only challenge is spent', async () => {
    const page = await matched()
    page.approval.refused(new AppError('challenge_expired'))
    assert.equal(ended(page), 'phone_expired')
  })

  test('declines', async () => {
    const page = await opened()
    page.approval.decline()
    await settled()
    assert.equal(ended(page), 'declined')
    assert.deepEqual(page.calls.at(-1), ['decline', { code: CODE }])
  })

  test('says after a decline what became of a request that it follows', async () => {
    for (const state of ['declined', 'completed'] as const) {
      const page = await matched()
      page.approval.approved({ request: requestIn('approved'), digits: '123456' })
      page.approval.decline()
      await settled()
      assert.equal(page.step(), 'approved')
      page.report(requestIn(state))
      assert.equal(ended(page), state)
    }
  })

  test('keeps everything when a call fails, and repeats it', async () => {
    const error = new ConnectionError('server/unreachable')
    const page = await opened({ match: error, decline: error })
    page.approval.match('47')
    await settled()
    page.approval.decline()
    await settled()
    const state = page.approval.get()
    assert.deepEqual(state.step === 'opened' && [state.error, state.busy], [error, undefined])
    page.answers.match = ANSWERS.match
    page.approval.match('47')
    await settled()
    assert.equal(page.step(), 'matched')
  })

  test('sends a number once', async () => {
    const page = await opened({ match: new Promise(() => {}) })
    page.approval.match('47')
    page.approval.match('48')
    await settled()
    assert.equal(page.calls.length, 2)
  })

  test('declines while the number is being checked, and ignores the result', async () => {
    const { held, release } = holdAnswer()
    const page = await opened({ match: held })
    page.approval.match('47')
    page.approval.decline()
    page.approval.decline()
    release(ANSWERS.match)
    await settled()
    assert.equal(ended(page), 'declined')
    assert.deepEqual(
      page.calls.map(([name]) => name),
      ['open', 'match', 'decline'],
    )
  })

  test('looks again when the person comes back, until the number is checked', async () => {
    const page = await opened()
    await page.comeBack()
    assert.equal(page.step(), 'opened')
    page.answers.open = new ConnectionError('server/unreachable')
    await page.comeBack()
    assert.equal(page.step(), 'opened')
    page.approval.match('47')
    await settled()
    await page.comeBack()
    assert.deepEqual(
      page.calls.map(([name]) => name),
      ['open', 'open', 'open', 'match'],
    )
  })

  test('ends when the person comes back to a request that was canceled, taken or deleted', async () => {
    const ends = [
      ['phone_ended', 'phone_ended'],
      ['phone_used', 'phone_used'],
      ['phone_code_unknown', 'phone_ended'],
    ] as const
    for (const [code, end] of ends) {
      const page = await opened()
      page.answers.open = new AppError(code)
      await page.comeBack()
      assert.equal(ended(page), end)
    }
  })

  test('ignores what it finds on return if the number was sent meanwhile', async () => {
    const { held, release } = holdAnswer()
    const page = await opened()
    page.answers.open = held
    await page.comeBack()
    page.approval.match('47')
    await settled()
    release(ANSWERS.open)
    await settled()
    assert.equal(page.step(), 'matched')
  })

  test('shows the digits again after a reload', async () => {
    const page = await opened({ open: askerIn('approved', '123456') })
    const state = page.approval.get()
    assert.deepEqual(state.step === 'approved' && state.digits, '123456')
    assert.equal(page.followed(), 1)
  })

  test('says after a reload that the computer is done', async () => {
    assert.equal(ended(await opened({ open: askerIn('completed') })), 'completed')
  })

  test('ignores the answer to an earlier code', async () => {
    const { held, release } = holdAnswer()
    const page = start({ open: held })
    page.approval.open(CODE)
    page.approval.reset()
    release(ANSWERS.open)
    await settled()
    assert.equal(page.step(), 'code')
  })
})
