import { write, writeSync } from 'node:fs'

export type LogWriter = ReturnType<typeof createLogWriter>

const FLUSH_AFTER_MS = 20
const RETRY_AFTER_MS = 50
/** Beyond this, a reader that has stopped reading costs lines instead of memory. */
const PENDING_MAX = 4_000_000

type Options = { fd: number; onOmitted: (count: number) => string }

/** Collects lines and writes them together, without blocking. */
export function createLogWriter({ fd, onOmitted }: Options) {
  let pending = ''
  let omitted = 0
  /** The bytes being written: after an error they are written again. */
  let writing: Buffer | undefined
  let timer: NodeJS.Timeout | undefined
  let onEmpty: (() => void)[] = []

  function schedule(ms: number): void {
    timer ??= setTimeout(writePending, ms).unref()
  }

  function takePending(): Buffer {
    const text = omitted > 0 ? pending + onOmitted(omitted) : pending
    pending = ''
    omitted = 0
    return Buffer.from(text)
  }

  function writePending(): void {
    timer = undefined
    if (writing) return
    const bytes = takePending()
    if (bytes.length > 0) return writeNext(bytes)
    for (const resolve of onEmpty) resolve()
    onEmpty = []
  }

  function writeNext(bytes: Buffer): void {
    writing = bytes
    write(fd, bytes, (error, written) => {
      // A pipe whose reader is slow; any other error means that nobody reads the log.
      if (error?.code === 'EAGAIN') return void setTimeout(writeNext, RETRY_AFTER_MS, bytes).unref()
      if (!error && written < bytes.length) return writeNext(bytes.subarray(written))
      writing = undefined
      if (pending !== '' || onEmpty.length > 0) writePending()
    })
  }

  return {
    write(line: string): void {
      if (pending.length + line.length > PENDING_MAX) omitted++
      else pending += line
      schedule(FLUSH_AFTER_MS)
    },
    /** Resolves when every line is written. */
    flush: () =>
      new Promise<void>((resolve) => {
        onEmpty.push(resolve)
        clearTimeout(timer)
        writePending()
      }),
    /** For a process that exits at once. Lines that are being written may appear twice. */
    flushSync(): void {
      clearTimeout(timer)
      timer = undefined
      const rest = Buffer.concat([writing ?? Buffer.alloc(0), takePending()])
      writing = undefined
      for (let at = 0; at < rest.length; ) {
        try {
          at += writeSync(fd, rest, at)
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
        }
      }
    },
  }
}
