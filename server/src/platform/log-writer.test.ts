import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createLogWriter, type LogWriter } from './log-writer.ts'

let folder: string
let path: string
let fd: number
let writer: LogWriter
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-log-'))
  path = join(folder, 'log')
  fd = openSync(path, 'a')
  writer = createLogWriter({ fd, onOmitted: (count) => `${count} omitted\n` })
})
afterEach(() => {
  closeSync(fd)
  rmSync(folder, { recursive: true, force: true })
})

const logged = () => readFileSync(path, 'utf8')

describe('log lines', () => {
  test('are written together and in order, after the call that adds them', async () => {
    for (let line = 0; line < 100; line++) writer.write(`${line}\n`)
    assert.equal(logged(), '')
    await writer.flush()
    assert.equal(logged(), Array.from({ length: 100 }, (_, line) => `${line}\n`).join(''))
    await writer.flush()
  })

  test('that arrive during a write follow it', async () => {
    writer.write('a\n')
    const first = writer.flush()
    writer.write('b\n')
    const second = writer.flush()
    writer.write('ü\n')
    await Promise.all([first, second, writer.flush()])
    assert.equal(logged(), 'a\nb\nü\n')
  })

  test('are counted instead of kept when nobody takes them', async () => {
    const line = `${'x'.repeat(999_999)}\n`
    for (let count = 0; count < 6; count++) writer.write(line)
    await writer.flush()
    assert.equal(logged(), `${line.repeat(4)}2 omitted\n`)
  })

  test('are written before an abrupt exit', () => {
    writer.write('a\n')
    writer.flushSync()
    assert.equal(logged(), 'a\n')
  })

  test('of a pipe whose reader is slow are all written, without blocking', () => {
    const script = `
      import { createLogWriter } from '${join(import.meta.dirname, 'log-writer.ts')}'
      const writer = createLogWriter({ fd: 1, onOmitted: () => '' })
      for (let line = 0; line < 20000; line++) writer.write(line + ' ' + 'x'.repeat(90) + '\\n')
      await writer.flush()`
    const node = JSON.stringify(process.execPath)
    const command = `${node} --disable-warning=ExperimentalWarning --input-type=module -e "$SCRIPT" | { sleep 0.2; cat; }`
    const output = execFileSync('sh', ['-c', command], { env: { SCRIPT: script }, encoding: 'utf8', maxBuffer: 1e8 })
    assert.equal(output.split('\n').length, 20_001)
    assert.match(output, /^0 x/)
    assert.match(output, /\n19999 x+\n$/)
  })
})
