import { AppError } from '@countersign/contract/error/errors.ts'

/** A body or query that the schema allows, but that is wrong at this JSON pointer. */
export function invalidField(path: string, code: string): AppError {
  return new AppError('invalid_body', { fields: [{ path, code }] })
}
