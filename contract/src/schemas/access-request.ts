import * as z from 'zod/mini'
import { isAccessMessage } from '../names/name.ts'
import { clientIdSchema } from './admin/app.ts'
import { hostNameSchema } from './admin/host.ts'
import { idSchema, timestampSchema } from './id.ts'
import { pageOf, paging } from './list.ts'
import { proofSchema } from './proof.ts'
import { requirementSchema, ruleOutcomeSchema } from './rule/rule.ts'

/** A request as its requester sees it. A declined one can be repeated after `until`. */
export const requestStateSchema = z.strictObject({
  status: z.enum(['open', 'declined']),
  createdAt: timestampSchema,
  until: z.nullable(timestampSchema),
})
export type RequestState = z.infer<typeof requestStateSchema>

const message = z.optional(z.string().check(z.minLength(1), z.refine(isAccessMessage)))

/** An app or a protected host. */
const target = { clientId: z.optional(clientIdSchema), host: z.optional(hostNameSchema) }

export const requestSignUp = { body: z.strictObject({ proof: proofSchema, message }), answer: requestStateSchema }

export const requestAccess = { body: z.strictObject({ ...target, message }), answer: requestStateSchema }

const accessSchema = z.strictObject({
  name: z.string(),
  /** Of a protected host. */
  url: z.nullable(z.string()),
  /** `unknown`: a rule could not be checked. */
  outcome: ruleOutcomeSchema,
  /** Groups that would give access; empty for somebody who has it. */
  requirements: z.array(requirementSchema),
  request: z.nullable(requestStateSchema),
})

export const getAccess = { query: z.strictObject(target), answer: accessSchema }

export const checkAccess = { body: z.strictObject(target), answer: accessSchema }

export const accessRequestSchema = z.strictObject({
  id: idSchema('req'),
  /** Null without an account. */
  person: z.nullable(z.strictObject({ id: idSchema('per'), displayName: z.nullable(z.string()) })),
  /** The requesting wallet, or the person's main wallet, EIP-55 for Ethereum. */
  address: z.nullable(z.string()),
  /** The chain of a contract wallet; null for a key. */
  chainId: z.nullable(z.number()),
  ens: z.nullable(z.string()),
  for: z.strictObject({
    kind: z.enum(['site', 'app', 'host']),
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
  /** The groups of the app or host: accepting adds the person to one of them. */
  groups: z.array(z.strictObject({ id: idSchema('grp'), name: z.string() })),
  message: z.nullable(z.string()),
  createdAt: timestampSchema,
})
export type AccessRequest = z.infer<typeof accessRequestSchema>

export const listAccessRequests = {
  query: z.strictObject(paging),
  answer: z.extend(pageOf(accessRequestSchema), { open: z.number() }),
}

export const acceptAccessRequest = { body: z.strictObject({ groupId: z.optional(idSchema('grp')) }) }
