import { AppError } from '@countersign/contract/error/errors.ts'

/** The server answers `invalid_body` for a malformed ID. */
export function isMissingError(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_body')
}
