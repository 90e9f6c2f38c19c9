import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import type { ProblemWords } from './problem-words.ts'

/** Shown on the computer and on the phone. */
export const phoneProblems = {
  phone_off: {
    title: 'You can’t use your phone here',
    body: 'Signing in with a phone is turned off on this site. Use a wallet on the computer instead.',
    action: 'Use another wallet',
  },
  phone_not_allowed: {
    title: 'This account can’t be used from a phone',
    body: 'Admins and owners of this site need a wallet on the computer itself.',
    action: 'Use another wallet',
  },
  phone_device_unknown: {
    title: 'This computer isn’t trusted yet',
    body: 'Your phone works only with computers you’ve signed in on before. Sign in there once with a wallet on that computer.',
    action: 'Use another wallet',
  },
  phone_code_unknown: {
    title: 'That code doesn’t work',
    body: 'Compare it with the code on the computer, which is valid for a few minutes. Then type it again.',
  },
  phone_not_approved: {
    title: 'Your phone isn’t done yet',
    body: 'Approve the request on your phone, then try again.',
  },
  phone_used: {
    title: 'This code is open in another browser',
    body: 'Go back to it, or get a new code on the computer.',
    action: 'Get a new code',
  },
  phone_ended: {
    title: 'This code can’t be used anymore',
    body: 'The request was approved, declined or canceled. To try again, get a new code on the computer.',
    action: 'Get a new code',
  },
  phone_locked: {
    title: 'Too many wrong digits',
    body: 'For your security, this request was stopped. To try again, get a new code on the computer.',
    action: 'Get a new code',
  },
  phone_networks_exceeded: {
    title: 'This code was opened in too many places',
    body: 'Someone may have passed it on, so it was canceled. To try again, get a new code on the computer.',
    action: 'Get a new code',
  },
  phone_expired: {
    title: 'This code has expired',
    body: 'For your security, codes are valid for a few minutes. Get a new one on the computer.',
    action: 'Get a new code',
  },
  phone_number_wrong: {
    title: 'The number doesn’t match',
    body: 'For your security, the request was declined. To try again, get a new code on the computer.',
    action: 'Get a new code',
  },
  phone_digits_wrong: {
    title: 'These digits don’t match',
    body: 'Compare them with the six digits on your phone, then type them again.',
  },
} satisfies Partial<Record<ErrorCode, ProblemWords>>
