import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PARTIES, resultsOfParties } from './parties.ts'
import type { TestResult } from './run-files.ts'

const file = 'test/relying-parties/node-parties.test.ts'
const suite = 'relying parties from npm (sqlite)'
const stateOf = (name: string, tests: TestResult[]) => resultsOfParties(tests).find((each) => each.name === name)?.state

test('there are at least twelve relying parties', () => {
  assert.ok(PARTIES.length >= 12)
})

test('a relying party works only if one of its tests passed and none failed', () => {
  const passed: TestResult = { file, name: `${suite} > grant signs people in`, outcome: 'passed' }
  assert.equal(stateOf('grant', []), 'NOT RUN')
  assert.equal(stateOf('grant', [{ ...passed, outcome: 'skipped' }]), 'NOT RUN')
  assert.equal(stateOf('grant', [passed]), 'works')
  assert.equal(stateOf('grant', [passed, { ...passed, outcome: 'failed' }]), 'FAILED')
  assert.equal(stateOf('oauth4webapi', [passed]), 'NOT RUN')
})

test('a file that did not finish counts against its relying parties', () => {
  const broken: TestResult = { file: 'test/relying-parties/apache.test.ts', name: '', outcome: 'failed' }
  assert.equal(stateOf('Apache, mod_auth_openidc', [broken]), 'FAILED')
})

test('docs/apps.md lists every relying party, with the tested version of npm packages', () => {
  const readSource = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')
  const section = readSource('docs/apps.md').split('## Tested relying parties')[1] ?? ''
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([\d.]+) \|/gm)].map(([, name = '', version]) => ({
    name,
    version,
  }))
  const versions: Record<string, string> = JSON.parse(readSource('test/relying-parties/package.json')).dependencies
  for (const { name, from } of PARTIES) {
    const row = rows.find((each) => each.name.replaceAll('`', '').startsWith(name))
    assert.ok(row, name)
    if ('npm' in from) assert.equal(row.version, versions[from.npm], name)
  }
  assert.equal(rows.length, PARTIES.length)
})
