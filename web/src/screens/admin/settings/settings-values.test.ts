import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import { rules } from '../../../words/admin/rules.ts'
import { settings as words } from '../../../words/admin/site.ts'
import {
  savedLines,
  settingsBody,
  settingsServerErrors,
  validateSettings,
  valuesOfSettings,
} from './settings-values.ts'

const DAY = 86_400_000

test('does not validate fields that were not edited', () => {
  assert.deepEqual(validateSettings({}), {})
  const good = { name: ' Acme ', contact: 'ops@acme.example', accent: '#c2361a', sessionMaxMs: 30 * DAY }
  assert.deepEqual(validateSettings(good), {})
  assert.deepEqual(validateSettings({ contact: 'https://acme.example/help', accent: null }), {})
})

test('reports each invalid field', () => {
  const bad = { name: 'Acme\u202e', contact: 'javascript:alert(1)', accent: '#ffff00', sessionMaxMs: 91 * DAY }
  assert.deepEqual(validateSettings(bad), {
    name: words.nameWrong(64),
    contact: words.contactWrong,
    accent: words.accentProblems.too_faint_on_light,
    sessionMaxMs: words.outOfRange('1 hour', '90 days'),
  })
  assert.deepEqual(validateSettings({ sessionIdleMs: Number.NaN }), {
    sessionIdleMs: words.outOfRange('15 minutes', '30 days'),
  })
})

test('shows server errors at their fields', () => {
  const fields = [
    { path: '/accent', code: 'too_faint_on_dark' },
    { path: '/addressKeptMs', code: 'out_of_range' },
  ]
  assert.deepEqual(settingsServerErrors(new AppError('setting_invalid', { fields }), { factories: '' }), {
    accent: words.accentProblems.too_faint_on_dark,
    addressKeptMs: words.outOfRange('0 days', '90 days'),
  })
})

const settings: Settings = {
  name: 'Acme',
  contact: null,
  accent: null,
  registration: 'open',
  registrationGroupIds: [],
  sessionMaxMs: 30 * DAY,
  sessionIdleMs: 7 * DAY,
  sessionNotKeptMs: DAY / 2,
  activityKeptMs: 365 * DAY,
  addressKeptMs: 30 * DAY,
  namespaces: ['eip155'],
  factories: [],
  phoneSignIn: 'on',
  phoneSignInForAdmins: false,
  ens: true,
  logo: null,
  version: 3,
}

test('lists the saved values of edited fields', () => {
  assert.deepEqual(savedLines(settings, ['contact', 'sessionNotKeptMs']), [
    'Contact: none',
    'Lifetime on shared devices: 12 hours',
  ])
  const factories = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  assert.deepEqual(savedLines({ ...settings, ens: false, factories }, ['ens', 'factories']), [
    'Resolve ENS names: off',
    `Factories: ${factories.join(', ')}`,
  ])
})

test('requires a chain family, and one of the own wallets', () => {
  assert.deepEqual(validateSettings({ namespaces: [] }), { namespaces: words.familyProblems.required })
  assert.deepEqual(validateSettings({ namespaces: ['solana'] }), {})
  const error = new AppError('setting_invalid', { fields: [{ path: '/namespaces', code: 'own_family' }] })
  assert.deepEqual(settingsServerErrors(error, { factories: '' }), { namespaces: words.familyProblems.own_family })
  assert.deepEqual(savedLines({ ...settings, namespaces: ['eip155', 'bip122'] }, ['namespaces']), [
    'Wallets: Ethereum, Bitcoin',
  ])
})

test('requires a group for sign-up by rule', () => {
  const values = valuesOfSettings(settings)
  assert.deepEqual(validateSettings({}, { ...values, registration: 'groups' }), {
    registrationGroupIds: rules.registration.missing,
  })
  assert.deepEqual(validateSettings({ registrationGroupIds: ['grp_1'] }, { ...values, registration: 'groups' }), {})
  assert.deepEqual(validateSettings({ registration: 'open' }, { ...values, registration: 'groups' }), {})
})

const A = `0x${'Ab'.repeat(20)}`
const B = `0x${'12'.repeat(20)}`

test('accepts a list of addresses as typed, and sends it normalized', () => {
  const typed = `  ${A}\r\n\n${B}\n`
  assert.deepEqual(validateSettings({ factories: typed }), {})
  assert.deepEqual(settingsBody({ factories: typed, ens: false }), { ens: false, factories: [A.toLowerCase(), B] })
  assert.deepEqual(settingsBody({ factories: ' \n' }), { factories: [] })
  assert.equal(valuesOfSettings({ ...settings, factories: [A, B] }).factories, `${A}\n${B}`)
})

test('reports the invalid line of a list by its number on the screen', () => {
  const errorOf = (factories: string) => validateSettings({ factories }).factories
  assert.equal(errorOf(`${A}\n\n${B.slice(0, -1)}\nno`), words.factoryWrong(3))
  assert.equal(errorOf(`${A}, ${B}`), words.factoryWrong(1))
  assert.equal(errorOf(`\n${A}\n${B}\n${A.toLowerCase()}`), words.factoryTwice(4, 2))
  const many = Array.from({ length: 51 }, (_, at) => `0x${String(at).padStart(40, '0')}`)
  assert.equal(errorOf(many.join('\n')), words.factoriesTooMany(50))
  assert.equal(errorOf(many.slice(1).join('\n')), undefined)
})

test('reports the line of a list that the server refused', () => {
  const refusedAt = (path: string) => {
    const error = new AppError('invalid_body', { fields: [{ path, code: 'invalid_format' }] })
    return settingsServerErrors(error, { factories: `\n${A}\n\n${B}` }).factories
  }
  assert.equal(refusedAt('/factories/1'), words.factoryWrong(4))
  assert.equal(refusedAt('/factories'), words.factoriesTooMany(50))
  assert.equal(refusedAt('/name'), undefined)
})
