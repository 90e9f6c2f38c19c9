import * as z from 'zod/mini'
import { INSTANCE_NAME_MAX, PROOF_BODY_MAX_BYTES } from '../limits.ts'
import { proofSchema } from '../proof.ts'
import { registrationSchema } from '../registration.ts'
import { defineRoute } from '../route.ts'
import { proofErrors, startedSessionSchema } from './session.ts'

/** Letters people read as one line: no control, format or bidi characters, something to see. */
export function isInstanceName(value: string): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  const length = [...value].length
  return (
    length >= 1 &&
    length <= INSTANCE_NAME_MAX &&
    !/[\p{C}\p{Zl}\p{Zp}]/u.test(value) &&
    // a letter or digit that can be seen: Hangul fillers are letters, and blank
    /(?!\p{DI})[\p{L}\p{N}]/u.test(value)
  )
}

export const instanceNameSchema = z.string().check(z.refine(isInstanceName))

/** Makes the first owner: someone who can read the server's log, with a wallet. */
export const createSetup = defineRoute({
  method: 'POST',
  path: '/api/setup',
  caller: 'browser',
  body: z.strictObject({
    setupCode: z.string().check(z.minLength(1), z.maxLength(64)),
    instanceName: instanceNameSchema,
    registration: registrationSchema,
    proof: proofSchema,
    keep: z.boolean(),
  }),
  answer: startedSessionSchema,
  status: 201,
  errors: ['setup_done', 'setup_code_invalid', ...proofErrors, 'person_suspended'],
  maxBody: PROOF_BODY_MAX_BYTES,
})
