import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetTest, isDeclined, readBroughtBack, rememberTest } from './test-callback.ts'

const APP = { id: 'app_1', name: 'The Wiki' }

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('hands over what came back for the app the test began with, until it is forgotten', () => {
  const store = memory()
  rememberTest(APP, store)
  assert.deepEqual(readBroughtBack('?code=c&state=s&iss=https%3A%2F%2Fid.example%2Foidc', store), {
    app: APP,
    body: { state: 's', code: 'c', iss: 'https://id.example/oidc', error: undefined, errorDescription: undefined },
  })
  forgetTest(store)
  assert.equal(readBroughtBack('?code=c&state=s', store), undefined)
})

test('hands over a refusal as well', () => {
  const store = memory()
  rememberTest(APP, store)
  assert.deepEqual(readBroughtBack('?error=access_denied&error_description=no&state=s', store)?.body, {
    ...{ state: 's', code: undefined, iss: undefined },
    ...{ error: 'access_denied', errorDescription: 'no' },
  })
})

test('knows of no test that was not begun in this tab, or that came back without its state', () => {
  const store = memory()
  assert.equal(readBroughtBack('?code=c&state=s', store), undefined)
  rememberTest(APP, store)
  assert.equal(readBroughtBack('?code=c', store), undefined)
})

test('tells a no of whoever tests from what has to be mended', () => {
  const store = memory()
  rememberTest(APP, store)
  const declined = (search: string) => {
    const back = readBroughtBack(`${search}&state=s`, store)
    return back && isDeclined(back)
  }
  assert.deepEqual(
    [
      declined('?error=access_denied&error_description=user_declined'),
      declined('?error=access_denied&error_description=access_denied_by_policy'),
      declined('?error=invalid_scope&error_description=user_declined'),
      declined('?code=c'),
    ],
    [true, false, false, false],
  )
})
