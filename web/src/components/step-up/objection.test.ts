import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { notices, stepUp } from '../../../../test/support/browser/words.ts'
import type { Notice } from '../../sign-in/attempt.ts'
import { adviceFor, noticeBesideObjection, type Remedy } from './objection.ts'

const wallet = 'MetaMask'
const help = 'Choose the other one.'
const advise = (notice: Notice | undefined, remedy: Remedy = 'other_account') =>
  adviceFor({ reason: 'This account can’t sign.', help }, { notice, wallet, remedy })
const same: Notice = { kind: 'no_other_account', wallet }
const withoutPicker: Notice = { kind: 'switch_in_wallet', wallet }

describe('an objection', () => {
  test('says what to do', () => {
    assert.deepEqual(advise(undefined), { help })
  })

  test('says that the wallet stayed on the account', () => {
    assert.deepEqual(advise(same), { stayed: stepUp.stayed(wallet), help })
  })

  test('says to switch in a wallet without a picker before the click', () => {
    assert.deepEqual(advise(withoutPicker), { help: notices.switch_in_wallet(wallet) })
  })

  test('does not say to switch accounts if only another wallet helps', () => {
    const expected = { stayed: stepUp.stayed(wallet), help }
    assert.deepEqual([advise(same, 'other_wallet'), advise(withoutPicker, 'other_wallet')], [expected, expected])
  })
})

describe('the notice beside an objection', () => {
  test('is not one that repeats it or says to continue', () => {
    const late: Notice = { kind: 'late_answer', wallet, timedOut: true }
    for (const notice of [same, withoutPicker, late]) assert.equal(noticeBesideObjection(notice), undefined)
  })

  test('is any other', () => {
    const waiting: Notice = { kind: 'request_waiting', wallet }
    assert.equal(noticeBesideObjection(waiting), waiting)
  })
})
