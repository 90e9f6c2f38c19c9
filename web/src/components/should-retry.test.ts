import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { ConnectionError } from '../api/connection-error.ts'
import { shouldRetry } from './should-retry.ts'

test('retries temporary errors three times', () => {
  const passing = [new ConnectionError('server/unreachable'), new AppError('internal'), new AppError('db_unavailable')]
  const final = [
    new AppError('not_found'),
    new AppError('rate_limited'),
    new AppError('unauthenticated'),
    new Error('?'),
  ]
  const retriesAfter = (error: Error) => [0, 1, 2, 3].map((failures) => shouldRetry(failures, error))
  assert.deepEqual(
    passing.map(retriesAfter),
    passing.map(() => [true, true, true, false]),
  )
  assert.deepEqual(
    final.map(retriesAfter),
    final.map(() => [false, false, false, false]),
  )
})
