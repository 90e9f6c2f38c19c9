import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from './all-routes.ts'
import { AppError, commonErrors, errorCodes, errors } from './errors.ts'
import { proofErrors } from './routes/session.ts'

describe('the error catalogue', () => {
  test('has a stable code, a refusing status and one plain sentence in each row', () => {
    for (const code of errorCodes) {
      assert.match(code, /^[a-z]+(?:_[a-z]+)*$/)
      assert.ok(errors[code].status >= 400 && errors[code].status < 600)
      assert.match(errors[code].title, /^[A-Z][A-Za-z ]+$/)
    }
  })

  test('has no two rows that say the same', () => {
    assert.equal(new Set(errorCodes.map((code) => errors[code].title)).size, errorCodes.length)
  })

  test('holds no code that no route may give', () => {
    const given = new Set<string>([...commonErrors, ...routes.flatMap((route) => route.errors)])
    assert.deepEqual(
      errorCodes.filter((code) => !given.has(code)),
      [],
    )
  })

  test('blames nobody but us for a 5xx', () => {
    assert.deepEqual(
      proofErrors.filter((code) => errors[code].status >= 500),
      [],
    )
  })

  test('keeps the cause out of the message', () => {
    const error = new AppError('db_unavailable', { cause: new Error('secret') })
    assert.equal(error.message, 'db_unavailable: The database is not responding')
  })
})
