import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'

export const noticeKinds = [
  'new_sign_in',
  'session_reuse',
  'wallet_added',
  'wallet_removing',
  'wallet_removed',
  'main_wallet_changed',
  'recovery_codes_created',
  'recovery_codes_deleted',
  'recovery_link_created',
  'recovery_used',
  'data_exported',
  'role_changed',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeSchema = z.strictObject({
  id: idSchema('ntc'),
  kind: z.enum(noticeKinds),
  at: timestampSchema,
  /** The device and masked IP address where it happened. */
  device: z.nullable(z.string()),
  near: z.nullable(z.string()),
  /** EIP-55 for Ethereum. */
  address: z.nullable(z.string()),
  walletId: z.nullable(z.string()),
  /** When a removal takes effect. */
  until: z.nullable(timestampSchema),
})
export type Notice = z.infer<typeof noticeSchema>

export const listNotices = { answer: z.strictObject({ items: z.array(noticeSchema) }) }

export const readNotice = {}
