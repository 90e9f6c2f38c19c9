import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import type { Act } from '../../sign-in/begin-proof.ts'
import { confirmed, NotConfirmed } from './step-up.ts'

const ACT = { action: 'wallet.remove', target: 'wal_01JCQ2Z8Y7ABCDEFGHJKMNPQRS' } as const
const wanted = () => new AppError('step_up_required', { act: ACT })

function script(...answers: (() => string)[]) {
  let calls = 0
  const run = async () => (answers[calls++] ?? (() => assert.fail('asked too often')))()
  return { run, calls: () => calls }
}

const fail = (error: Error) => () => {
  throw error
}

test('does what needs no signature without asking for one', async () => {
  const { run, calls } = script(() => 'done')
  assert.equal(await confirmed(() => assert.fail('asked'), run), 'done')
  assert.equal(calls(), 1)
})

test('asks for the act the server named, then repeats by itself', async () => {
  const asked: Act[] = []
  const { run, calls } = script(fail(wanted()), () => 'done')
  const ask = async (act: Act) => {
    asked.push(act)
    return true
  }
  assert.equal(await confirmed(ask, run), 'done')
  assert.deepEqual({ asked, calls: calls() }, { asked: [ACT], calls: 2 })
})

test('does nothing when the person would rather not', async () => {
  const { run, calls } = script(fail(wanted()))
  await assert.rejects(
    confirmed(async () => false, run),
    NotConfirmed,
  )
  assert.equal(calls(), 1)
})

test('asks once: what is refused after a signature is refused', async () => {
  const { run, calls } = script(fail(wanted()), fail(wanted()))
  await assert.rejects(
    confirmed(async () => true, run),
    { code: 'step_up_required' },
  )
  assert.equal(calls(), 2)
})

test('passes on every other refusal, and acts it has no words for', async () => {
  const ask = () => assert.fail('asked')
  for (const error of [
    new AppError('last_wallet'),
    new AppError('step_up_required'),
    new AppError('step_up_required', { act: { action: 'moon.land' } }),
  ]) {
    await assert.rejects(confirmed(ask, script(fail(error)).run), error)
  }
})
