import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { PROOF_BODY_MAX_BYTES } from '../limits.ts'
import { labelSchema } from '../names/name.ts'
import { proofSchema } from '../proof.ts'
import { defineRoute } from '../route.ts'
import { accountSchema, idSchema, timestampSchema } from '../schemas/id.ts'
import { proofErrors } from './session.ts'

export const linkedViaSchema = z.enum(['sign_in', 'link', 'recovery', 'admin_recovery', 'setup'])
export type LinkedVia = z.infer<typeof linkedViaSchema>

export const walletSchema = z.strictObject({
  id: idSchema('wal'),
  /** Its identity: chain `0` for an account held by a key. */
  account: accountSchema,
  /** EIP-55. */
  address: z.string(),
  kind: z.enum(['eoa', 'contract']),
  /** What its person calls it, and what the wallet called itself last. */
  label: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Its primary ENS name, proven both ways. It stands beside the address, never for it. */
  ens: z.nullable(z.string()),
  status: z.enum(['linked', 'removing']),
  primary: z.boolean(),
  /** The wallet this session was signed with. */
  current: z.boolean(),
  linkedVia: linkedViaSchema,
  linkedAt: timestampSchema,
  lastUsedAt: timestampSchema,
  removeAt: z.nullable(timestampSchema),
  /** A contract whose network has other endpoints since it last signed: apps are not told of it until it signs again. */
  unproven: z.boolean(),
  /** From when on it may confirm critical actions; null when it may already. */
  trustedAt: z.nullable(timestampSchema),
  version: z.number(),
})
export type Wallet = z.infer<typeof walletSchema>

export const listWallets = defineRoute({
  method: 'GET',
  path: '/api/me/wallets',
  caller: 'session',
  body: z.undefined(),
  answer: z.strictObject({ items: z.array(walletSchema) }),
  status: 200,
  errors: signedInErrors,
})

/** One wallet and what it did: sign-ins, and sessions that live by it. */
export const walletDetailsSchema = z.strictObject({
  wallet: walletSchema,
  signIns: z.number(),
  sessions: z.number(),
})
export type WalletDetails = z.infer<typeof walletDetailsSchema>

export const getWallet = defineRoute({
  method: 'GET',
  path: '/api/me/wallets/:id',
  caller: 'session',
  body: z.undefined(),
  answer: walletDetailsSchema,
  status: 200,
  errors: signedInErrors,
})

/** The new wallet signs; one that is linked has confirmed it before. */
export const linkWallet = defineRoute({
  method: 'POST',
  path: '/api/me/wallets',
  caller: 'session',
  stepUp: { action: 'wallet.add', target: ['proof.account'] },
  body: z.strictObject({ proof: proofSchema, label: z.optional(labelSchema) }),
  answer: walletSchema,
  status: 201,
  errors: [
    ...signedInErrors,
    'step_up_required',
    'wallet_too_new',
    ...proofErrors,
    'wallet_in_use',
    'wallet_already_yours',
    'wallet_limit',
  ],
  maxBody: PROOF_BODY_MAX_BYTES,
})

export const renameWallet = defineRoute({
  method: 'PATCH',
  path: '/api/me/wallets/:id',
  caller: 'session',
  versioned: true,
  body: z.strictObject({ label: z.nullable(labelSchema) }),
  answer: walletSchema,
  status: 200,
  errors: [...signedInErrors, 'version_conflict', 'precondition_required'],
})

export const makePrimary = defineRoute({
  method: 'POST',
  path: '/api/me/wallets/:id/primary',
  caller: 'session',
  stepUp: { action: 'wallet.primary', target: ['id'] },
  body: z.undefined(),
  answer: walletSchema,
  status: 200,
  errors: [...signedInErrors, 'step_up_required', 'wallet_too_new'],
})

/** At once when the wallet itself signed for it, after three days when another one did. */
export const removeWallet = defineRoute({
  method: 'DELETE',
  path: '/api/me/wallets/:id',
  caller: 'session',
  stepUp: { action: 'wallet.remove', target: ['id'] },
  versioned: true,
  body: z.undefined(),
  answer: z.strictObject({
    status: z.enum(['removing', 'removed']),
    removeAt: z.nullable(timestampSchema),
  }),
  status: 200,
  errors: [
    ...signedInErrors,
    'step_up_required',
    'last_wallet',
    'wallet_too_new',
    'version_conflict',
    'precondition_required',
  ],
})

/** Stops a removal: by the wallet itself, or by one linked before the wallet that asked for it. */
export const keepWallet = defineRoute({
  method: 'POST',
  path: '/api/me/wallets/:id/keep',
  caller: 'session',
  body: z.undefined(),
  answer: walletSchema,
  status: 200,
  errors: [...signedInErrors, 'not_removing', 'forbidden'],
})
