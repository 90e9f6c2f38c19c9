import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { activityQuery, isReversedRange } from './activity-query.ts'

let zone: string | undefined
before(() => {
  zone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
})
after(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const NO_FILTERS = {
  kind: undefined,
  outcome: undefined,
  code: undefined,
  person: undefined,
  actor: undefined,
  app: undefined,
  from: undefined,
  to: undefined,
}

test('passes valid filters of the query string', () => {
  const person = 'per_01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
  const app = 'app_01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
  const filters = { kind: 'sign_in.refused', outcome: 'refused', code: 'signature_invalid', person, actor: person, app }
  assert.deepEqual(activityQuery(filters), { ...NO_FILTERS, ...filters })
})

test('omits invalid filters', () => {
  const filters = {
    kind: 'x',
    outcome: 'maybe',
    code: 'DROP TABLE',
    person: 'per_1',
    actor: '*',
    app: 'wiki',
    from: '1',
    to: '0026-06-15',
  }
  assert.deepEqual(activityQuery(filters), NO_FILTERS)
})

test('includes the whole day in the time zone of the viewer', () => {
  assert.deepEqual(activityQuery({ from: '2026-06-15', to: '2026-06-15' }), {
    ...NO_FILTERS,
    from: '2026-06-14T22:00:00.000Z',
    to: '2026-06-15T22:00:00.000Z',
  })
})

test('detects a reversed date range', () => {
  assert.deepEqual(
    [{ from: '2026-06-16', to: '2026-06-15' }, { from: '2026-06-15', to: '2026-06-15' }, { from: '2026-06-16' }].map(
      isReversedRange,
    ),
    [true, false, false],
  )
})
