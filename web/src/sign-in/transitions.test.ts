import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt, AttemptEvent } from './attempt.ts'
import { attemptTransitions, nextAttempt } from './transitions.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask', icon: undefined, rdns: 'io.metamask' }
const account = {
  namespace: 'eip155',
  chain: '1',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const
const challenge = { challenge: {} as never, endsAt: 600_000 } // content not read
const proof = {} as never // content not read
const problem = { code: 'internal', remedy: 'try_again', at: 0 } as const
const retry = { do: 'sign' } as const
const click = { id: 2, at: 5, takeOver: false }
const waiting = { id: 1, click: { ...click, id: 1 }, wallet, startedAt: 0 }
const signed = { wallet, account, proof, challenge }

const attempts: Attempt[] = [
  { status: 'idle', notice: { kind: 'canceled' } },
  { status: 'phone' },
  { status: 'blocked', id: 1, intent: retry },
  { status: 'connecting', ...waiting, pending: false, oneStep: challenge },
  { status: 'picking', ...waiting },
  { status: 'preparing', ...waiting, account },
  { status: 'signing', ...waiting, account, message: '', challenge, returnedAt: undefined },
  { status: 'verifying', id: 1, ...signed, startedAt: 0, offline: false },
  { status: 'succeeded', next: '/home' },
  { status: 'suspended' },
  { status: 'leaving', until: undefined, signed },
  { status: 'failed', problem, retry },
]

const events: { [Type in AttemptEvent['type']]: Extract<AttemptEvent, { type: Type }> } = {
  wallet_chosen: { type: 'wallet_chosen', click, wallet },
  prompt_blocked: { type: 'prompt_blocked', attempt: 1, intent: retry },
  prompt_released: { type: 'prompt_released', attempt: 1 },
  one_step_requested: { type: 'one_step_requested', attempt: 1, challenge },
  one_step_unsupported: { type: 'one_step_unsupported', attempt: 1 },
  one_step_completed: { type: 'one_step_completed', attempt: 1, account, challenge, proof, at: 5 },
  wallet_connected: { type: 'wallet_connected', attempt: 1, account, at: 5 },
  click_required: { type: 'click_required', attempt: 1 },
  request_pending: { type: 'request_pending', attempt: 1 },
  link_code_received: { type: 'link_code_received', attempt: 1, code: { uri: 'wc:1', endsAt: 9 } },
  late_answer_arrived: { type: 'late_answer_arrived', wallet: 'MetaMask' },
  account_picker_opened: { type: 'account_picker_opened', click, wallet },
  account_picked: { type: 'account_picked', attempt: 1, notice: undefined },
  continue_pressed: { type: 'continue_pressed', click, wallet, account },
  signature_requested: { type: 'signature_requested', attempt: 1, account, message: 'm', challenge, at: 5 },
  account_changed: { type: 'account_changed' },
  network_changed: { type: 'network_changed', chain: '10' },
  wallet_disconnected: { type: 'wallet_disconnected', problem, retry },
  request_declined: { type: 'request_declined', attempt: 1, notice: { kind: 'canceled' } },
  page_returned: { type: 'page_returned', at: 5 },
  message_signed: { type: 'message_signed', attempt: 1, proof, at: 5 },
  network_lost: { type: 'network_lost', attempt: 1 },
  proof_resent: { type: 'proof_resent', attempt: 1, at: 5 },
  session_started: { type: 'session_started', attempt: 1, next: '/x' },
  suspension_found: { type: 'suspension_found', attempt: 1 },
  deletion_found: { type: 'deletion_found', attempt: 1, until: undefined, signed },
  resend_pressed: { type: 'resend_pressed', click, signed },
  phone_chosen: { type: 'phone_chosen' },
  phone_failed: { type: 'phone_failed', problem, retry },
  phone_signed: { type: 'phone_signed', click, signed },
  attempt_failed: { type: 'attempt_failed', attempt: 1, problem, retry },
  clock_paused: { type: 'clock_paused', ms: 7 },
  canceled: { type: 'canceled' },
  reset: { type: 'reset' },
  page_fault_found: { type: 'page_fault_found', problem, retry },
  page_fault_cleared: { type: 'page_fault_cleared' },
  signed_in_elsewhere: { type: 'signed_in_elsewhere', next: '/x' },
}

test('every status handles the listed events and ignores the rest', () => {
  for (const attempt of attempts) {
    for (const event of Object.values(events)) {
      const listed = attemptTransitions.find(({ from, event: type }) => from === attempt.status && type === event.type)
      const next = nextAttempt(attempt, event)
      const name = `${attempt.status} + ${event.type}`
      if (listed) assert.equal(next.status, listed.to, name)
      else assert.equal(next, attempt, name)
    }
  }
})

test('lists each transition once, with every status and event', () => {
  const names = attemptTransitions.map(({ from, event }) => `${from} ${event}`)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    Object.keys(events).filter((type) => !attemptTransitions.some(({ event }) => event === type)),
    [],
  )
  assert.deepEqual(
    attempts.filter(({ status }) => !attemptTransitions.some(({ to }) => to === status)),
    [],
  )
})

test('ignores events of an earlier attempt', () => {
  for (const attempt of attempts) {
    if (!('id' in attempt)) continue
    for (const event of Object.values(events)) {
      if (!('attempt' in event)) continue
      assert.equal(nextAttempt({ ...attempt, id: 99 } as Attempt, event).status, attempt.status)
    }
  }
})

test('success is final', () => {
  assert.deepEqual(
    attemptTransitions.filter(({ from }) => from === 'succeeded'),
    [],
  )
})
