import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from '../schemas/route-schemas.ts'
import { errorTitles } from './error-titles.ts'
import { AppError, errorCodes, errors } from './errors.ts'
import { commonErrors, errorsOf, proofErrors } from './route-errors.ts'

describe('the error catalog', () => {
  test('gives every code an error status and a plain title', () => {
    for (const code of errorCodes) {
      assert.match(code, /^[a-z]+(?:_[a-z]+)*$/)
      assert.ok(errors[code].status >= 400 && errors[code].status < 600)
      assert.match(errorTitles[code], /^[A-Z][A-Za-z ]+$/)
    }
  })

  test('gives no two codes the same title', () => {
    assert.equal(new Set(Object.values(errorTitles)).size, errorCodes.length)
  })

  test('contains only codes that a route may answer with', () => {
    const listedCodes = new Set<string>([...commonErrors, ...routes.flatMap(errorsOf)])
    assert.deepEqual(
      errorCodes.filter((code) => !listedCodes.has(code)),
      [],
    )
  })

  test('answers no faulty proof with a 5xx', () => {
    assert.deepEqual(
      proofErrors.filter((code) => errors[code].status >= 500),
      [],
    )
  })

  test('keeps the cause out of the message', () => {
    const error = new AppError('db_unavailable', { cause: new Error('secret') })
    assert.equal(error.message, 'db_unavailable')
  })
})
