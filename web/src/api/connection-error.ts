import type { ConnectionCode } from '@countersign/contract/error/problem-code.ts'

export class ConnectionError extends Error {
  readonly code: ConnectionCode

  constructor(code: ConnectionCode, options: { cause?: unknown } = {}) {
    super(code, options)
    this.name = 'ConnectionError'
    this.code = code
  }
}
