import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runFiles } from './run-files.ts'

describe('test files in a worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-runner-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  function writeTestFile(name: string, source: string): string {
    const path = join(folder, `${name}.test.mjs`)
    writeFileSync(path, `import { after, before, describe, test } from 'node:test'\n${source}\n`)
    return path
  }
  const run = (...files: string[]) => runFiles(files, { concurrency: 1, onFailure: () => undefined })

  test('count each test and report each failure once', async () => {
    const good = writeTestFile('good', `test('one', () => {}); describe('more', () => { test('two', () => {}) })`)
    const bad = writeTestFile(
      'bad',
      `describe('unit', () => { test('breaks', () => { throw new Error('on purpose') }) })`,
    )
    const { passed, skipped, failures, files } = await run(good, bad)
    assert.deepEqual({ passed, skipped }, { passed: 2, skipped: 0 })
    assert.deepEqual(
      failures.map(({ file, name }) => ({ file, name })),
      [{ file: bad, name: 'unit > breaks' }],
    )
    assert.match(failures[0]?.error ?? '', /on purpose/)
    assert.deepEqual(files.map(({ file }) => file).sort(), [bad, good].sort())
  })

  test('keep their hooks separate', async () => {
    const first = writeTestFile(
      'first',
      `before(() => { globalThis.before = 1 }); after(() => { globalThis.before = 0 }); test('a', () => {})`,
    )
    const second = writeTestFile(
      'second',
      `test('b', () => { if (globalThis.before !== 0) throw new Error('not over') })`,
    )
    assert.deepEqual((await run(first, second)).failures, [])
  })

  test('fail when they cannot be loaded or have no test', async () => {
    const broken = writeTestFile('broken', 'throw new Error("cannot load")')
    const empty = writeTestFile('empty', '')
    const { failures } = await run(broken, empty, join(folder, 'missing.test.mjs'))
    const failed = new Set(failures.map(({ file }) => file))
    assert.deepEqual([...failed].sort(), [broken, empty, join(folder, 'missing.test.mjs')].sort())
  })

  test('fail when a hook fails', async () => {
    const hook = writeTestFile('hook', `before(() => { throw new Error('no database') }); test('a', () => {})`)
    assert.ok((await run(hook)).failures.length > 0)
  })

  test('fail when the process exits early', async () => {
    const quits = writeTestFile('quits', `test('a', () => {}); test('b', () => { process.exit(0) })`)
    assert.ok((await run(quits)).failures.length > 0)
  })

  test('fail when an error is thrown after the last test', async () => {
    const late = writeTestFile(
      'late',
      `test('a', () => {}); after(() => void setTimeout(() => { throw new Error('late') }, 1))`,
    )
    assert.ok((await run(late)).failures.length > 0)
  })
})
