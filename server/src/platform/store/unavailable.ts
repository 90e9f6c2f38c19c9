import { AppError } from '@countersign/contract/errors.ts'

/** The database cannot answer now. */
export function unavailable(cause: unknown): AppError {
  return new AppError('db_unavailable', { retryAfter: 5, cause })
}
