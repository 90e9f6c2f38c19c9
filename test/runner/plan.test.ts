import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planTests, splitFiles, type TestFile } from './plan.ts'

const CHOICES = { allEngines: false, allBrowsers: false, relyingParties: false }
const plan = (part: string, allEngines = false) => planTests({ ...CHOICES, parts: [part], allEngines })
const needsOf = (files: TestFile[]) => [...new Set(files.flatMap(({ needs }) => needs))].sort()

describe('the test plan', () => {
  test('needs nothing for unit tests', () => {
    const files = plan('contract/src/message/message.test')
    assert.deepEqual(
      files.map(({ path, stage }) => ({ path, stage })),
      [{ path: 'contract/src/message/message.test.ts', stage: 'unit' }],
    )
    assert.deepEqual(needsOf(files), [])
  })

  test('needs PostgreSQL only for files that run on each engine', () => {
    assert.deepEqual(needsOf(plan('server/src/session/race')), ['postgres'])
    assert.deepEqual(needsOf(plan('server/src/oidc/tokens/claims')), [])
  })

  test('needs PostgreSQL for every HTTP test when all engines are requested', () => {
    assert.deepEqual(needsOf(plan('server/src/oidc/tokens/claims', true)), ['postgres'])
    assert.deepEqual(needsOf(plan('contract/src/message/message', true)), [])
  })

  test('needs a browser and the built page for browser tests', () => {
    assert.deepEqual(needsOf(plan('test/browser/account/tabs')), ['browser', 'page'])
  })

  test('runs the journey in Firefox every time, and in WebKitGTK only when all browsers are requested', () => {
    const stages = (files: TestFile[]) => files.map(({ stage, needs }) => ({ stage, needs }))
    const [chromium, firefox] = [
      { stage: 'browser', needs: ['page', 'browser'] },
      { stage: 'firefox', needs: ['page', 'firefox'] },
    ]
    assert.deepEqual(stages(plan('test/journey/')), [chromium, firefox])
    const inAll = planTests({ ...CHOICES, parts: ['test/journey/'], allBrowsers: true })
    assert.deepEqual(stages(inAll), [chromium, firefox, { stage: 'webkit', needs: ['page', 'webkit'] }])
  })

  test('needs proxies and Apache only for the relying parties that use them', () => {
    assert.deepEqual(needsOf(plan('forward-auth-nginx')), ['proxies'])
    assert.deepEqual(needsOf(plan('relying-parties/apache')), ['apache', 'page'])
  })

  test('needs the libraries of wallets only for tests of wallets that an operator installs', () => {
    assert.deepEqual(needsOf(plan('web/src/wallet/walletconnect')), ['wallets'])
    assert.deepEqual(needsOf(plan('test/browser/sign-in/base-account')), ['browser', 'page', 'wallets'])
    assert.deepEqual(needsOf(plan('web/src/wallet/base-account/provider')), [])
  })

  test('needs compiled contracts only for tests of rules', () => {
    assert.deepEqual(needsOf(plan('test/http/rules/rule-contracts')), ['chain', 'contracts'])
    assert.deepEqual(needsOf(plan('test/http/rules/hostile-contracts')), ['chain'])
  })

  test('runs expensive relying parties only when requested', () => {
    const inAll = planTests({ ...CHOICES, parts: [] }).map(({ path }) => path)
    assert.deepEqual(
      inAll.filter((path) => path.includes('/extended/')),
      [],
    )
    assert.deepEqual(plan('extended'), [])
    const planned = planTests({ ...CHOICES, parts: [], relyingParties: true })
    const paths = planned.map(({ path }) => path)
    assert.ok(paths.includes('test/relying-parties/extended/debian-parties.test.ts'), paths.join())
    assert.ok(paths.includes('test/relying-parties/apache.test.ts'), paths.join())
    assert.ok(!paths.includes('test/browser/account/tabs.test.ts'), paths.join())
    assert.ok(needsOf(planned).includes('debian-parties'))
  })

  test('puts files that start the server into the HTTP stage', () => {
    assert.equal(plan('server/src/session/race')[0]?.stage, 'http')
    assert.equal(plan('server/src/platform/http/request/match')[0]?.stage, 'unit')
  })

  test('never includes files of installed packages', () => {
    assert.deepEqual(plan('node_modules'), [])
  })
})

describe('batches of files', () => {
  const file = (path: string, bytes: number): TestFile => ({ path, bytes, stage: 'unit', needs: [] })

  test('are about equal and contain every file once', () => {
    const files = [file('a', 5), file('b', 4), file('c', 3), file('d', 3), file('e', 3)]
    const batches = splitFiles(files, 2).map((batch) => batch.map(({ path }) => path))
    assert.deepEqual(batches, [
      ['a', 'd'],
      ['b', 'c', 'e'],
    ])
  })

  test('are never more than the files', () => {
    assert.equal(splitFiles([file('a', 1)], 4).length, 1)
  })
})
