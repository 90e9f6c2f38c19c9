import { AppError } from '@countersign/contract/error/errors.ts'
import { unavailable } from '../database.ts'

// Primary result codes: busy, locked, read-only, I/O, corrupt, full, cannot open, not a database.
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26])

export function classify(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = primaryCode(error)
  return code !== undefined && UNAVAILABLE.has(code) ? unavailable(error) : error
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 5 || code === 6
}

export function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

const RETRY_EVERY_MS = 25

export async function retryWhileBusy<T>(work: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
    }
  }
}
