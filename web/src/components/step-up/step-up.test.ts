import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { StepUpAction } from '@countersign/contract/step-up.ts'
import { neededStepUps, runWithStepUp, StepUpDeclined } from './step-up.ts'

const ACTION = { action: 'wallet.remove', target: 'wal_01JCQ2Z8Y7ABCDEFGHJKMNPQRS' } as const
const stepUpRequired = () => new AppError('step_up_required', { stepUp: ACTION })

function script(...answers: (() => string)[]) {
  let calls = 0
  const run = async () => (answers[calls++] ?? (() => assert.fail('called too often')))()
  return { run, calls: () => calls }
}

const fail = (error: Error) => () => {
  throw error
}

test('calls without a step-up if none is needed', async () => {
  const { run, calls } = script(() => 'done')
  assert.equal(await runWithStepUp(() => assert.fail('requested a step-up'), [], run), 'done')
  assert.equal(calls(), 1)
})

test('requests the step-up the server requires, then repeats the call', async () => {
  const requested: StepUpAction[] = []
  const { run, calls } = script(fail(stepUpRequired()), () => 'done')
  const requestStepUp = async (action: StepUpAction) => {
    requested.push(action)
    return true
  }
  assert.equal(await runWithStepUp(requestStepUp, [], run), 'done')
  assert.deepEqual({ requested, calls: calls() }, { requested: [ACTION], calls: 2 })
})

test('does not repeat the call when the person declines', async () => {
  const { run, calls } = script(fail(stepUpRequired()))
  await assert.rejects(
    runWithStepUp(async () => false, [], run),
    StepUpDeclined,
  )
  assert.equal(calls(), 1)
})

test('requests one step-up only', async () => {
  const { run, calls } = script(fail(stepUpRequired()), fail(stepUpRequired()))
  await assert.rejects(
    runWithStepUp(async () => true, [], run),
    { code: 'step_up_required' },
  )
  assert.equal(calls(), 2)
})

test('passes on other errors and unknown actions', async () => {
  const requestStepUp = () => assert.fail('requested a step-up')
  for (const error of [
    new AppError('last_wallet'),
    new AppError('step_up_required'),
    new AppError('step_up_required', { stepUp: { action: 'moon.land' } }),
  ]) {
    await assert.rejects(runWithStepUp(requestStepUp, [], script(fail(error)).run), error)
  }
})

test('requests known step-ups first, in their order, and calls once', async () => {
  const requested: StepUpAction[] = []
  const { run, calls } = script(() => 'done')
  const requestStepUp = async (action: StepUpAction) => {
    assert.equal(calls(), 0)
    requested.push(action)
    return true
  }
  const stepUps: StepUpAction[] = [{ action: 'admin.mode' }, ACTION]
  assert.equal(await runWithStepUp(requestStepUp, stepUps, run), 'done')
  assert.deepEqual({ requested, calls: calls() }, { requested: stepUps, calls: 1 })
})

test('requests admin mode that ended meanwhile after the signature of a critical action', async () => {
  const requested: StepUpAction[] = []
  const admin = { action: 'admin.mode' } as const
  const { run, calls } = script(fail(new AppError('step_up_required', { stepUp: admin })), () => 'done')
  const requestStepUp = async (action: StepUpAction) => {
    requested.push(action)
    return true
  }
  assert.equal(await runWithStepUp(requestStepUp, [ACTION], run), 'done')
  assert.deepEqual({ requested, calls: calls() }, { requested: [ACTION, { ...admin, target: undefined }], calls: 2 })
})

test('does not repeat the call when the server requires the same signature again', async () => {
  const { run, calls } = script(fail(stepUpRequired()))
  await assert.rejects(
    runWithStepUp(async () => true, [ACTION], run),
    { code: 'step_up_required' },
  )
  assert.equal(calls(), 1)
})

test('does not call when the person declines first', async () => {
  const { run, calls } = script()
  await assert.rejects(
    runWithStepUp(async () => false, [ACTION], run),
    StepUpDeclined,
  )
  assert.equal(calls(), 0)
})

test('needs no step-up for routine administration in admin mode, and always for critical actions', () => {
  const sent = { params: { id: 'app_1' }, body: {} }
  const [open, over, closed] = [Date.now() + 60_000, Date.now() - 1, undefined].map((at) => ({
    adminUntil: at === undefined ? null : new Date(at).toISOString(),
  })) as [State, State, State] // three made from three
  const admin = { action: 'admin.mode' }
  assert.deepEqual(neededStepUps('admin', sent, open), [])
  for (const state of [over, closed]) assert.deepEqual(neededStepUps('admin', sent, state), [admin])
  const critical = { action: 'apps.delete', target: ['id'] } as const
  for (const state of [open, over, closed])
    assert.deepEqual(neededStepUps(critical, sent, state), [{ action: 'apps.delete', target: 'app_1' }])
  assert.deepEqual(neededStepUps(undefined, sent, closed), [])
})

type State = { adminUntil: string | null }
