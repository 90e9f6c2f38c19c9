import * as z from 'zod/mini'
import { LABEL_MAX, REASON_MAX } from '../limits.ts'
import { isDisplayName, isInstanceName, isName } from '../names/name.ts'

export const displayNameSchema = z.string().check(z.refine(isDisplayName))
export const labelSchema = z.string().check(z.refine((value) => isName(value, LABEL_MAX)))

/** Plain text of a few lines. */
export const reasonSchema = z.string().check(
  z.maxLength(REASON_MAX),
  z.refine((value) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(value.replaceAll('\n', ''))),
)
export const instanceNameSchema = z.string().check(z.refine(isInstanceName))
