import { AppError } from '@countersign/contract/error/errors.ts'
import { ConnectionError } from '../api/connection-error.ts'

const RETRIES = 3

/** Only network and server errors may succeed a moment later. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const temporary = error instanceof ConnectionError || (error instanceof AppError && error.status >= 500)
  return temporary && failures < RETRIES
}
