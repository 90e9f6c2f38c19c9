import { AppError } from '@countersign/contract/error/errors.ts'
import { ConnectionError } from '../api/connection-error.ts'

export function errorCode(error: unknown) {
  return error instanceof AppError || error instanceof ConnectionError ? error.code : 'internal'
}
