/** Someone who was refused for lack of an invitation or a group asks for access; admins decide. */

import * as z from 'zod/mini'
import { adminErrors, signedInErrors } from '../errors.ts'
import { ACCESS_MESSAGE_MAX } from '../limits/access-request-limits.ts'
import { PROOF_BODY_MAX_BYTES } from '../limits.ts'
import { proofSchema } from '../proof.ts'
import { defineRoute } from '../route.ts'
import { idSchema, timestampSchema } from '../schemas/id.ts'
import { cursorSchema, limitSchema } from '../schemas/list.ts'
import { clientIdSchema } from './admin/app.ts'
import { hostNameSchema } from './admin/host.ts'
import { proofErrors } from './session.ts'

/** What was asked for, as its requester sees it. A declined request can be repeated from `until` on. */
export const requestStateSchema = z.strictObject({
  status: z.enum(['open', 'declined']),
  createdAt: timestampSchema,
  until: z.nullable(timestampSchema),
})
export type RequestState = z.infer<typeof requestStateSchema>

/** One line of text, without control, format or bidi characters; joiners only inside emoji. */
export function isAccessMessage(value: string): boolean {
  if (value !== value.trim() || [...value].length > ACCESS_MESSAGE_MAX) return false
  const withoutEmoji = value.replace(
    /\p{Extended_Pictographic}\u{fe0f}?(?:\u{200d}\p{Extended_Pictographic}\u{fe0f}?)*/gu,
    'e',
  )
  return value === value.normalize('NFC') && !/[\p{C}\p{Zl}\p{Zp}]/u.test(withoutEmoji)
}

const message = z.optional(z.string().check(z.minLength(1), z.refine(isAccessMessage)))

/** An app by its client id, or a protected host by its name: what the refusal named. */
const target = { clientId: z.optional(clientIdSchema), host: z.optional(hostNameSchema) }

const declinedErrors = ['request_open', 'request_declined'] as const

/** Asks to sign up. The proof is that of the refused sign-in: it was not used up, and is now. */
export const requestSignUp = defineRoute({
  method: 'POST',
  path: '/api/access-requests',
  caller: 'browser',
  body: z.strictObject({ proof: proofSchema, message }),
  answer: requestStateSchema,
  status: 201,
  errors: [...proofErrors, 'request_not_needed', 'registration_closed', ...declinedErrors],
  maxBody: PROOF_BODY_MAX_BYTES,
})

/** Asks for an app or a protected host. */
export const requestAccess = defineRoute({
  method: 'POST',
  path: '/api/me/access-requests',
  caller: 'session',
  body: z.strictObject({ ...target, message }),
  answer: requestStateSchema,
  status: 201,
  errors: [...signedInErrors, 'request_not_needed', ...declinedErrors],
})

/** Whether this person is admitted to an app or a protected host, and what became of their request. */
export const getAccess = defineRoute({
  method: 'GET',
  path: '/api/me/access',
  caller: 'session',
  body: z.undefined(),
  query: z.strictObject(target),
  answer: z.strictObject({
    name: z.string(),
    /** Where it is, for a protected host. */
    url: z.nullable(z.string()),
    admitted: z.boolean(),
    request: z.nullable(requestStateSchema),
  }),
  status: 200,
  errors: signedInErrors,
})

export const accessRequestSchema = z.strictObject({
  id: idSchema('req'),
  /** Null for someone without an account. */
  person: z.nullable(z.strictObject({ id: idSchema('per'), displayName: z.nullable(z.string()) })),
  /** The wallet that asked, or the person's main wallet, EIP-55. */
  address: z.nullable(z.string()),
  /** The chain of a contract wallet; null for a key. */
  chainId: z.nullable(z.number()),
  ens: z.nullable(z.string()),
  for: z.strictObject({
    kind: z.enum(['site', 'app', 'host']),
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
  /** The groups that the app or host admits: accepting adds the person to one of them. */
  groups: z.array(z.strictObject({ id: idSchema('grp'), name: z.string() })),
  message: z.nullable(z.string()),
  createdAt: timestampSchema,
})
export type AccessRequest = z.infer<typeof accessRequestSchema>

/** Open requests, newest first. `open` counts all of them. */
export const listAccessRequests = defineRoute({
  method: 'GET',
  path: '/api/admin/access-requests',
  caller: 'session',
  permission: 'requests',
  body: z.undefined(),
  query: z.strictObject({ limit: limitSchema, cursor: cursorSchema }),
  answer: z.strictObject({
    items: z.array(accessRequestSchema),
    nextCursor: z.nullable(z.string()),
    open: z.number(),
  }),
  status: 200,
  errors: adminErrors,
})

const deciding = { caller: 'session', permission: 'requests', stepUp: 'admin' } as const

/** `groupId` for an app or a host: one of the groups it admits. */
export const acceptAccessRequest = defineRoute({
  method: 'POST',
  path: '/api/admin/access-requests/:id/accept',
  ...deciding,
  body: z.strictObject({ groupId: z.optional(idSchema('grp')) }),
  answer: z.undefined(),
  status: 204,
  errors: [...adminErrors, 'step_up_required', 'request_closed', 'group_limit'],
})

export const declineAccessRequest = defineRoute({
  method: 'POST',
  path: '/api/admin/access-requests/:id/decline',
  ...deciding,
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...adminErrors, 'step_up_required', 'request_closed'],
})
