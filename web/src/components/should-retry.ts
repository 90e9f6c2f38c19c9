import { AppError } from '@countersign/contract/errors.ts'
import { ConnectionError } from '../api/connection-error.ts'

const RETRIES = 3

/** Only what can be better a moment later is asked again. */
export function mayPass(failures: number, error: unknown): boolean {
  const passing = error instanceof ConnectionError || (error instanceof AppError && error.status >= 500)
  return passing && failures < RETRIES
}
