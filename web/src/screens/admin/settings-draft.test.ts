import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import type { Settings } from '@countersign/contract/setting.ts'
import { site } from '../../words/admin.ts'
import { fieldWords, refusalsOf, serverRefusals } from './settings-draft.ts'

const { settings: words } = site
const DAY = 86_400_000

test('what was not touched is not refused', () => {
  assert.deepEqual(refusalsOf({}), {})
  const good = { name: ' Acme ', contact: 'ops@acme.example', accent: '#c2361a', sessionMaxMs: 30 * DAY }
  assert.deepEqual(refusalsOf(good), {})
  assert.deepEqual(refusalsOf({ contact: 'https://acme.example/help', accent: null }), {})
})

test('names the field that cannot be used', () => {
  const bad = { name: 'Acme\u202e', contact: 'javascript:alert(1)', accent: '#ffff00', sessionMaxMs: 91 * DAY }
  assert.deepEqual(refusalsOf(bad), {
    name: words.nameWrong(64),
    contact: words.contactWrong,
    accent: words.accentProblems.too_faint_on_light,
    sessionMaxMs: words.outOfRange('1 hour', '90 days'),
  })
  assert.deepEqual(refusalsOf({ sessionIdleMs: Number.NaN }), {
    sessionIdleMs: words.outOfRange('15 minutes', '30 days'),
  })
})

test('says beside the field what the server refused', () => {
  const fields = [
    { path: '/accent', code: 'too_faint_on_dark' },
    { path: '/addressKeptMs', code: 'out_of_range' },
  ]
  assert.deepEqual(serverRefusals(new AppError('setting_invalid', { fields })), {
    accent: words.accentProblems.too_faint_on_dark,
    addressKeptMs: words.outOfRange('0 days', '90 days'),
  })
  assert.deepEqual(serverRefusals(new Error('?')), {})
})

test('says what is there now for the fields that were touched', () => {
  const settings: Settings = {
    name: 'Acme',
    contact: null,
    accent: null,
    registration: 'open',
    sessionMaxMs: 30 * DAY,
    sessionIdleMs: 7 * DAY,
    sessionNotKeptMs: DAY / 2,
    activityKeptMs: 365 * DAY,
    addressKeptMs: 30 * DAY,
    factories: [],
    ens: true,
    logo: null,
    version: 3,
  }
  assert.deepEqual(fieldWords(settings, ['contact', 'sessionNotKeptMs']), [
    'Contact: none',
    'On a shared computer: 12 hours',
  ])
})
