import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog, type Level } from './log.ts'

function written(level: Level, human: boolean) {
  const lines: string[] = []
  const log = createLog({ level, human, write: (line) => void lines.push(line), now: () => Date.UTC(2026, 10, 15, 10) })
  return { log, lines }
}

describe('log lines', () => {
  test('are JSON for machines', () => {
    const { log, lines } = written('info', false)
    log.info('signed in', { traceId: 'T', created: true, cause: undefined })
    assert.deepEqual(lines, [
      '{"time":"2026-11-15T10:00:00.000Z","level":"info","message":"signed in","traceId":"T","created":true}\n',
    ])
  })

  test('are short for people and stay one line', () => {
    const { log, lines } = written('info', true)
    log.warn('refused', { path: '/a\nb', status: 404, cause: undefined })
    assert.deepEqual(lines, ['10:00:00 warn  refused  path="/a\\nb" status=404\n'])
  })

  test('are omitted below the log level', () => {
    const { log, lines } = written('warn', false)
    log.debug('a')
    log.info('b')
    log.error('c')
    assert.equal(lines.length, 1)
    assert.deepEqual([log.enabled('info'), log.enabled('warn'), log.enabled('error')], [false, true, true])
  })
})
