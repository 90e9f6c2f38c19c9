import * as z from 'zod/mini'
import { accountSchema, idSchema, timestampSchema } from './id.ts'
import { labelSchema } from './name.ts'
import { proofSchema } from './proof.ts'

export const linkedViaSchema = z.enum(['sign_in', 'link', 'recovery', 'admin_recovery', 'setup'])
export type LinkedVia = z.infer<typeof linkedViaSchema>

export const walletSchema = z.strictObject({
  id: idSchema('wal'),
  /** Chain `0` for a key-controlled account. */
  account: accountSchema,
  /** EIP-55 for Ethereum. */
  address: z.string(),
  kind: z.enum(['eoa', 'contract']),
  /** Chosen by the person; `name` is self-reported by the wallet. */
  label: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Its verified primary ENS name; shown beside the address, never instead of it. */
  ens: z.nullable(z.string()),
  status: z.enum(['linked', 'removing']),
  primary: z.boolean(),
  /** The wallet this session was signed with. */
  current: z.boolean(),
  linkedVia: linkedViaSchema,
  linkedAt: timestampSchema,
  lastUsedAt: timestampSchema,
  removeAt: z.nullable(timestampSchema),
  /** A contract wallet whose network changed endpoints since it last signed: not included in claims until it signs again. */
  unproven: z.boolean(),
  /** When it may sign for critical actions; null: now. */
  trustedAt: z.nullable(timestampSchema),
  version: z.number(),
})
export type Wallet = z.infer<typeof walletSchema>

export const listWallets = { answer: z.strictObject({ items: z.array(walletSchema) }) }

export const walletDetailsSchema = z.strictObject({
  wallet: walletSchema,
  signIns: z.number(),
  sessions: z.number(),
})
export type WalletDetails = z.infer<typeof walletDetailsSchema>

export const getWallet = { answer: walletDetailsSchema }

export const linkWallet = {
  body: z.strictObject({ proof: proofSchema, label: z.optional(labelSchema) }),
  answer: walletSchema,
}

export const renameWallet = { body: z.strictObject({ label: z.nullable(labelSchema) }), answer: walletSchema }

export const makePrimary = { answer: walletSchema }

export const removeWallet = {
  answer: z.strictObject({
    status: z.enum(['removing', 'removed']),
    removeAt: z.nullable(timestampSchema),
  }),
}

export const keepWallet = { answer: walletSchema }
