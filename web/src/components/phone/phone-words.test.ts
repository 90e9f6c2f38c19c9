import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PhoneWait } from '../../sign-in/phone/phone-wait.ts'
import type { Problem } from '../../sign-in/problems/problem.ts'
import { usePhone as words } from '../../words/use-phone.ts'
import { digitsError, headOf, partOf, spokenText, stateText } from './phone-words.ts'

const shown = { id: 'phr_1', code: 'BCDFGHJK', number: '47', startedAt: 0, endsAt: 9 }
const live = { run: 1, shown }
const wrong: Problem = { code: 'phone_digits_wrong', remedy: 'try_again', at: 0 }
const offline: Problem = { code: 'server/unreachable', remedy: 'try_again', at: 0 }

const waits: PhoneWait[] = [
  { status: 'creating', run: 1 },
  { ...live, status: 'waiting', step: 'created' },
  { ...live, status: 'waiting', step: 'matched' },
  { ...live, status: 'redeeming', triesLeft: 3, tries: 3, digits: undefined },
  { ...live, status: 'digits', triesLeft: 3, problem: undefined },
  { ...live, status: 'redeeming', triesLeft: 3, tries: 3, digits: '123456' },
  { ...live, status: 'digits', triesLeft: 1, problem: wrong },
  { ...live, status: 'not_redeemed', triesLeft: 3, problem: offline },
  { status: 'ended', run: 1, reason: 'locked' },
  { status: 'redeemed', run: 1 },
]

test('shows the code until there is something to type or to press', () => {
  assert.deepEqual(waits.map(partOf), [
    ...['code', 'code', 'code', 'code'],
    ...['digits', 'digits', 'digits'],
    ...['lost', 'ended', 'code'],
  ])
  const { creating, created, matched, redeeming } = words.waiting
  assert.deepEqual(waits.slice(0, 4).map(stateText), [creating, created, matched, redeeming])
})

test('has a heading of its own once a phone has the code', () => {
  assert.deepEqual(
    waits.map((wait) => headOf(wait)?.title),
    [
      ...[undefined, undefined, words.matched.title, words.redeeming.title],
      ...[words.digitsTitle, words.digitsTitle, words.digitsTitle],
      ...['We couldn’t reach the server', words.ended.locked.title, words.redeeming.title],
    ],
  )
})

test('announces each step, and with urgency what needs an answer', () => {
  const spoken = waits.map((wait) => spokenText(wait, 'id.example/phone'))
  assert.deepEqual(
    spoken.map((each) => each?.region),
    [
      ...[undefined, 'polite', 'polite', 'polite', 'polite', 'polite'],
      ...['assertive', 'assertive', 'assertive', undefined],
    ],
  )
  assert.equal(spoken[1]?.text, words.createdSpoken('id.example/phone', '47'))
  assert.equal(spoken[2]?.text, `${words.matched.title}. ${words.matched.lead}`)
  assert.equal(spoken[6]?.text, 'These digits don’t match. 1 try left.')
})

test('says why digits were not accepted', () => {
  assert.equal(digitsError(undefined, 3), undefined)
  assert.equal(digitsError(wrong, 2), 'These digits don’t match. 2 tries left.')
  assert.equal(digitsError(offline, 3), 'We couldn’t reach the server. Check your connection, then try again.')
})
