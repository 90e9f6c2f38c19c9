import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchPage } from './pages.ts'

describe('matchPage', () => {
  test('matches whole paths', () => {
    assert.deepEqual(matchPage('/sign-in'), { page: '/sign-in', params: {} })
    assert.deepEqual(matchPage('/problems/rate_limited'), { page: '/problems/:code', params: { code: 'rate_limited' } })
    assert.deepEqual(matchPage('/admin/hosts/hst_1/rules'), {
      page: '/admin/hosts/:id/:part',
      params: { id: 'hst_1', part: 'rules' },
    })
  })

  for (const path of ['/sign-in/', '/Sign-in', '/problems', '/problems/', '/problems/a/b', '//sign-in', '/nothing', ''])
    test(`rejects ${JSON.stringify(path)}`, () => assert.equal(matchPage(path), undefined))
})
