/** The reducer against its own listing: whatever status meets whatever event. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt, AttemptEvent } from './attempt.ts'
import { attemptTransitions, nextAttempt } from './transitions.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask', icon: undefined, rdns: 'io.metamask' }
const account = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 1 } as const
const challenge = { challenge: {} as never, endsAt: 600_000 } // never looked into here
const proof = {} as never // never looked into here
const problem = {
  code: 'internal',
  wallet: undefined,
  remedy: 'try_again',
  retryAfter: undefined,
  detail: undefined,
  traceId: undefined,
  at: 0,
} as const
const again = { do: 'sign' } as const
const signed = { wallet, account, proof, challenge }

const attempts: Attempt[] = [
  { status: 'idle', notice: { kind: 'cancelled' } },
  { status: 'blocked', id: 1, intent: again },
  { status: 'connecting', id: 1, wallet, startedAt: 0, pending: false, once: challenge },
  { status: 'picking', id: 1, wallet, startedAt: 0 },
  { status: 'preparing', id: 1, wallet, account, startedAt: 0 },
  { status: 'signing', id: 1, wallet, account, message: '', challenge, startedAt: 0, returnedAt: undefined },
  { status: 'verifying', id: 1, ...signed, startedAt: 0, offline: false },
  { status: 'succeeded', next: '/home' },
  { status: 'suspended' },
  { status: 'leaving', until: undefined, signed },
  { status: 'failed', problem, again },
]

const events: { [Type in AttemptEvent['type']]: Extract<AttemptEvent, { type: Type }> } = {
  wallet_chosen: { type: 'wallet_chosen', id: 2, wallet, at: 5 },
  prompt_was_busy: { type: 'prompt_was_busy', attempt: 1, intent: again },
  prompt_was_taken: { type: 'prompt_was_taken', attempt: 1, intent: again },
  prompt_came_free: { type: 'prompt_came_free', attempt: 1 },
  both_asked_for: { type: 'both_asked_for', attempt: 1, challenge },
  both_were_too_much: { type: 'both_were_too_much', attempt: 1 },
  both_given: { type: 'both_given', attempt: 1, account, challenge, proof, at: 5 },
  wallet_connected: { type: 'wallet_connected', attempt: 1, account, at: 5 },
  wallet_connected_unasked: { type: 'wallet_connected_unasked', attempt: 1 },
  wallet_was_busy: { type: 'wallet_was_busy', attempt: 1 },
  code_came: { type: 'code_came', attempt: 1, code: { uri: 'wc:1', endsAt: 9 } },
  connection_declined: { type: 'connection_declined', attempt: 1, notice: { kind: 'cancelled' } },
  connection_failed: { type: 'connection_failed', attempt: 1, problem, again },
  late_answer_arrived: { type: 'late_answer_arrived', wallet: 'MetaMask' },
  account_asked_for: { type: 'account_asked_for', id: 2, wallet, at: 5 },
  account_picked: { type: 'account_picked', attempt: 1, notice: undefined },
  continue_pressed: { type: 'continue_pressed', id: 2, wallet, account, at: 5 },
  click_ran_out: { type: 'click_ran_out', attempt: 1 },
  preparation_failed: { type: 'preparation_failed', attempt: 1, problem, again },
  signature_asked_for: { type: 'signature_asked_for', attempt: 1, account, message: 'm', challenge, at: 5 },
  account_changed: { type: 'account_changed' },
  network_changed: { type: 'network_changed', chainId: 10 },
  wallet_disconnected: { type: 'wallet_disconnected', problem, again },
  signature_declined: { type: 'signature_declined', attempt: 1, notice: { kind: 'cancelled' } },
  signature_failed: { type: 'signature_failed', attempt: 1, problem, again },
  person_came_back: { type: 'person_came_back', at: 5 },
  message_signed: { type: 'message_signed', attempt: 1, proof, at: 5 },
  network_lost: { type: 'network_lost', attempt: 1 },
  sent_again: { type: 'sent_again', attempt: 1, at: 5 },
  session_started: { type: 'session_started', attempt: 1, next: '/x' },
  person_was_suspended: { type: 'person_was_suspended', attempt: 1 },
  person_was_leaving: { type: 'person_was_leaving', attempt: 1, until: undefined, signed },
  verification_failed: { type: 'verification_failed', attempt: 1, problem, again },
  resend_pressed: { type: 'resend_pressed', id: 2, signed, at: 5 },
  time_ran_out: { type: 'time_ran_out', attempt: 1, problem, again },
  time_stood_still: { type: 'time_stood_still', ms: 7 },
  cancelled: { type: 'cancelled' },
  set_aside: { type: 'set_aside' },
  page_refused: { type: 'page_refused', problem, again },
  page_allowed: { type: 'page_allowed' },
  signed_in_elsewhere: { type: 'signed_in_elsewhere', next: '/x' },
}

test('every status meets every event as the listing says, and ignores the rest', () => {
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

test('the listing names each transition once, and every status and event has its place', () => {
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

test('an answer to an attempt that is over is not listened to', () => {
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
