import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { activityQuery, isWrongOrder } from './activity-query.ts'

let zone: string | undefined
before(() => {
  zone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
})
after(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const NOTHING = {
  kind: undefined,
  outcome: undefined,
  code: undefined,
  person: undefined,
  actor: undefined,
  app: undefined,
  from: undefined,
  to: undefined,
}

test('takes from the address what the server takes', () => {
  const person = 'per_01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
  const app = 'app_01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
  const filters = { kind: 'sign_in.refused', outcome: 'refused', code: 'signature_invalid', person, actor: person, app }
  assert.deepEqual(activityQuery(filters), { ...NOTHING, ...filters })
})

test('leaves out what anyone may have written there', () => {
  const filters = {
    kind: 'x',
    outcome: 'maybe',
    code: 'DROP TABLE',
    person: 'per_1',
    actor: '*',
    app: 'wiki',
    from: '1',
    to: 'now',
  }
  assert.deepEqual(activityQuery(filters), NOTHING)
})

test('a day is the whole day on the viewer’s clock', () => {
  assert.deepEqual(activityQuery({ from: '2026-06-15', to: '2026-06-15' }), {
    ...NOTHING,
    from: '2026-06-14T22:00:00.000Z',
    to: '2026-06-15T21:59:59.999Z',
  })
})

test('knows days in the wrong order', () => {
  assert.deepEqual(
    [{ from: '2026-06-16', to: '2026-06-15' }, { from: '2026-06-15', to: '2026-06-15' }, { from: '2026-06-16' }].map(
      isWrongOrder,
    ),
    [true, false, false],
  )
})
