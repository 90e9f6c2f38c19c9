import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeWalletError } from './describe-wallet-error.ts'

test('describes an error in one line of at most 500 characters with its codes', () => {
  const rejection = Object.assign(new Error('User\u202e said\n\u0000 no'), { code: 4001 })
  assert.equal(describeWalletError(rejection), '(4001) User said no')
  assert.equal(describeWalletError({ message: 'x'.repeat(600) })?.length, 500)
  assert.equal(describeWalletError({}), undefined)
})
