import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetTest, isDeclined, readTestCallback, rememberTest } from './test-callback.ts'

const APP = { id: 'app_1', name: 'The Wiki' }

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('returns the response and the tested app until it is forgotten', () => {
  const store = memoryStorage()
  rememberTest(APP, store)
  assert.deepEqual(readTestCallback('?code=c&state=s&iss=https%3A%2F%2Fid.example%2Foidc', store), {
    app: APP,
    body: { state: 's', code: 'c', iss: 'https://id.example/oidc', error: undefined, errorDescription: undefined },
  })
  forgetTest(store)
  assert.equal(readTestCallback('?code=c&state=s', store), undefined)
})

test('returns an error response', () => {
  const store = memoryStorage()
  rememberTest(APP, store)
  assert.deepEqual(readTestCallback('?error=access_denied&error_description=no&state=s', store)?.body, {
    ...{ state: 's', code: undefined, iss: undefined },
    ...{ error: 'access_denied', errorDescription: 'no' },
  })
})

test('ignores a response without a test in this tab or without a state', () => {
  const store = memoryStorage()
  assert.equal(readTestCallback('?code=c&state=s', store), undefined)
  rememberTest(APP, store)
  assert.equal(readTestCallback('?code=c', store), undefined)
})

test('distinguishes declined consent from an error', () => {
  const store = memoryStorage()
  rememberTest(APP, store)
  const isCallbackDeclined = (search: string) => {
    const back = readTestCallback(`${search}&state=s`, store)
    return back && isDeclined(back)
  }
  assert.deepEqual(
    [
      isCallbackDeclined('?error=access_denied&error_description=user_declined'),
      isCallbackDeclined('?error=access_denied&error_description=access_denied_by_policy'),
      isCallbackDeclined('?error=invalid_scope&error_description=user_declined'),
      isCallbackDeclined('?code=c'),
    ],
    [true, false, false, false],
  )
})
