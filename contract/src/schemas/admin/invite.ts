import * as z from 'zod/mini'
import { namespaces } from '../../family/family.ts'
import { GROUPS_PER_PERSON } from '../../limits/app-limits.ts'
import { INVITE_USES_MAX } from '../../limits.ts'
import { accountSchema, idSchema, linkTokenSchema, timestampSchema } from '../id.ts'
import { pagedList } from '../list.ts'
import { namedPersonFields, roleSchema } from '../person.ts'

export const inviteSchema = z.strictObject({
  id: idSchema('inv'),
  role: roleSchema,
  /** The only wallet that may use it; EIP-55 for Ethereum. */
  address: z.nullable(z.string()),
  /** The chain of a contract wallet; null for a key. */
  chainId: z.nullable(z.number()),
  /** Groups that people join with it. */
  groups: z.array(z.strictObject({ id: idSchema('grp'), name: z.string() })),
  maxUses: z.number(),
  uses: z.number(),
  status: z.enum(['open', 'used_up', 'expired', 'revoked']),
  createdBy: z.nullable(z.strictObject({ ...namedPersonFields, role: roleSchema })),
  createdAt: timestampSchema,
  expiresAt: timestampSchema,
})
export type Invite = z.infer<typeof inviteSchema>

export const listInvites = pagedList(inviteSchema)

export const createInvite = {
  body: z.strictObject({
    role: roleSchema,
    account: z.optional(accountSchema),
    groupIds: z.optional(z.array(idSchema('grp')).check(z.maxLength(GROUPS_PER_PERSON))),
    maxUses: z.number().check(z.gte(1), z.lte(INVITE_USES_MAX), z.refine(Number.isInteger)),
    expiresInMs: z.number().check(z.refine(Number.isInteger)),
  }),
  answer: z.strictObject({ invite: inviteSchema, url: z.string() }),
}

export const lookUpInvite = {
  query: z.strictObject({ token: linkTokenSchema }),
  answer: z.strictObject({
    inviter: z.nullable(z.string()),
    role: roleSchema,
    /** Shortened: enough to recognize one's own wallet. */
    wallet: z.nullable(z.string()),
    /** The chain family of that wallet. */
    namespace: z.nullable(z.enum(namespaces)),
    expiresAt: timestampSchema,
  }),
}
