import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'

export const noticeKinds = [
  'new_sign_in',
  'phone_sign_in',
  'phone_locked',
  'session_reuse',
  'wallet_added',
  'wallet_removing',
  'wallet_removed',
  'main_wallet_changed',
  'recovery_codes_created',
  'recovery_codes_replaced',
  'recovery_codes_deleted',
  'recovery_link_created',
  'recovery_used',
  'data_exported',
  'role_changed',
  'access_granted',
  'access_declined',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeSchema = z.strictObject({
  id: idSchema('ntc'),
  kind: z.enum(noticeKinds),
  at: timestampSchema,
  /** The device and masked IP address where it happened. */
  device: z.nullable(z.string()),
  maskedIp: z.nullable(z.string()),
  /** EIP-55 for Ethereum. */
  address: z.nullable(z.string()),
  walletId: z.nullable(z.string()),
  /** The name of the app or protected host. */
  subject: z.nullable(z.string()),
  /** Of sign-ins on new devices, the latest stands for all unread ones. */
  count: z.number(),
  /** When a removal takes effect, or when a declined request can be repeated. */
  until: z.nullable(timestampSchema),
})
export type Notice = z.infer<typeof noticeSchema>

export const listNotices = { answer: z.strictObject({ items: z.array(noticeSchema) }) }
