import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import { site } from '../../../words/admin.ts'
import { changeOf, fieldsOf, fieldWords, refusalsOf, serverRefusals } from './settings-values.ts'

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
  assert.deepEqual(serverRefusals(new AppError('setting_invalid', { fields }), {}), {
    accent: words.accentProblems.too_faint_on_dark,
    addressKeptMs: words.outOfRange('0 days', '90 days'),
  })
  assert.deepEqual(serverRefusals(new Error('?'), {}), {})
})

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

test('says what is there now for the fields that were touched', () => {
  assert.deepEqual(fieldWords(settings, ['contact', 'sessionNotKeptMs']), [
    'Contact: none',
    'Lifetime on shared devices: 12 hours',
  ])
  const factories = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  assert.deepEqual(fieldWords({ ...settings, ens: false, factories }, ['ens', 'factories']), [
    'Resolve ENS names: off',
    `Factories: ${factories.join(', ')}`,
  ])
})

const A = `0x${'Ab'.repeat(20)}`
const B = `0x${'12'.repeat(20)}`

test('takes a list of addresses as it is typed, and sends it clean', () => {
  const typed = `  ${A}\r\n\n${B}\n`
  assert.deepEqual(refusalsOf({ factories: typed }), {})
  assert.deepEqual(changeOf({ factories: typed, ens: false }), { ens: false, factories: [A.toLowerCase(), B] })
  assert.deepEqual(changeOf({ factories: ' \n' }), { factories: [] })
  assert.equal(fieldsOf({ ...settings, factories: [A, B] }).factories, `${A}\n${B}`)
})

test('names the line of a list that cannot be used, as it is counted on the screen', () => {
  const refused = (factories: string) => refusalsOf({ factories }).factories
  assert.equal(refused(`${A}\n\n${B.slice(0, -1)}\nno`), words.factoryWrong(3))
  assert.equal(refused(`${A}, ${B}`), words.factoryWrong(1))
  assert.equal(refused(`\n${A}\n${B}\n${A.toLowerCase()}`), words.factoryTwice(4, 2))
  const many = Array.from({ length: 51 }, (_, at) => `0x${String(at).padStart(40, '0')}`)
  assert.equal(refused(many.join('\n')), words.factoriesTooMany(50))
  assert.equal(refused(many.slice(1).join('\n')), undefined)
})

test('names the line of a list that the server refused', () => {
  const refusedAt = (path: string) => {
    const error = new AppError('invalid_body', { fields: [{ path, code: 'invalid_format' }] })
    return serverRefusals(error, { factories: `\n${A}\n\n${B}` }).factories
  }
  assert.equal(refusedAt('/factories/1'), words.factoryWrong(4))
  assert.equal(refusedAt('/factories'), words.factoriesTooMany(50))
  assert.equal(refusedAt('/name'), undefined)
})
