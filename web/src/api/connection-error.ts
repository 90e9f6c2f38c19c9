/** No valid answer came from the server. */
export type ConnectionCode = 'server/unreachable' | 'server/unreadable' | 'server/slow'

export class ConnectionError extends Error {
  readonly code: ConnectionCode

  constructor(code: ConnectionCode, options: { cause?: unknown } = {}) {
    super(code, options)
    this.name = 'ConnectionError'
    this.code = code
  }
}
