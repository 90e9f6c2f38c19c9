import * as z from 'zod/mini'
import { PHONE_DIGITS_LENGTH, PHONE_NUMBER_LENGTH } from '../limits/phone-limits.ts'
import { challengeSchema, stepUpActionFields } from './challenge.ts'
import { idSchema } from './id.ts'
import { proofSchema } from './proof.ts'

/** `approved`: signed, and not handed to the computer yet. `canceled`: by the computer, or opened from too many networks. */
export const phoneStates = [
  'created',
  'opened',
  'matched',
  'approved',
  'completed',
  'declined',
  'expired',
  'canceled',
  'locked',
] as const
export type PhoneState = (typeof phoneStates)[number]

/** What a phone can sign for. */
export const phonePurposeSchema = z.enum(['sign_in', 'step_up', 'link_wallet', 'recover'])
export type PhonePurpose = z.infer<typeof phonePurposeSchema>

const codeSchema = z.string().check(z.maxLength(32))
/** Durations instead of times: the clocks of both devices may be wrong. */
const duration = z.number()
const digitsOf = (length: number) => z.regex(new RegExp(`^[0-9]{${length}}$`))

export const phoneRequestSchema = z.strictObject({
  id: idSchema('phr'),
  state: z.enum(phoneStates),
  /** Only `approved`: the computer is trusted and on the network of the phone, so no digits are needed. */
  direct: z.boolean(),
  /** Of the digits. */
  triesLeft: z.number(),
  expiresInMs: duration,
})
export type PhoneRequest = z.infer<typeof phoneRequestSchema>

export const createPhoneRequest = {
  body: z.strictObject({ purpose: phonePurposeSchema, ...stepUpActionFields }),
  answer: z.strictObject({
    request: phoneRequestSchema,
    /** Eight letters, for typing and in the QR code. */
    code: z.string(),
    /** Two digits that the person types on the phone. */
    number: z.string(),
  }),
}

export const getPhoneRequest = { answer: phoneRequestSchema }

export const listenToPhoneRequest = { answer: z.string() }

export const redeemedPhoneRequestSchema = z.strictObject({ proof: proofSchema, challenge: challengeSchema })
export type RedeemedPhoneRequest = z.infer<typeof redeemedPhoneRequestSchema>

export const redeemPhoneRequest = {
  body: z.strictObject({ digits: z.optional(z.string().check(digitsOf(PHONE_DIGITS_LENGTH))) }),
  answer: redeemedPhoneRequestSchema,
}

export const openedPhoneRequestSchema = z.strictObject({
  request: phoneRequestSchema,
  purpose: phonePurposeSchema,
  /** What a step-up signs for, as its message names it; null otherwise. */
  action: z.nullable(z.string()),
  /** Of the computer. */
  device: z.string(),
  maskedIp: z.string(),
  sameNetwork: z.boolean(),
  ageMs: duration,
  /** To type on the computer; for the phone that has approved it, so that it can be reloaded. */
  digits: z.nullable(z.string()),
})
export type OpenedPhoneRequest = z.infer<typeof openedPhoneRequestSchema>

export const openPhoneRequest = { body: z.strictObject({ code: codeSchema }), answer: openedPhoneRequestSchema }

export const matchPhoneRequest = {
  body: z.strictObject({ code: codeSchema, number: z.string().check(digitsOf(PHONE_NUMBER_LENGTH)) }),
  answer: z.strictObject({ request: phoneRequestSchema, challenge: challengeSchema }),
}

export const approvePhoneRequest = {
  body: z.strictObject({ code: codeSchema, proof: proofSchema }),
  answer: z.strictObject({
    request: phoneRequestSchema,
    /** Six digits to type on the computer; null if it needs none. */
    digits: z.nullable(z.string()),
  }),
}

export const declinePhoneRequest = { body: z.strictObject({ code: codeSchema }) }
