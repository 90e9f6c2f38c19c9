import { phoneProblems } from './phone-problems.ts'

/** What a computer shows while it waits for a phone. */
export const usePhone = {
  qr: 'QR code that opens this request on your phone',
  type: (address: string) => `Scan the code, or open \u2068${address}\u2069 on your phone and type:`,
  codeSpoken: (letters: string) => `Code: ${letters}`,
  number: 'Your phone will ask for this number.',
  never: 'We never send this code by mail or chat.',
  limit: (hours: number) => `If your phone shows six digits, you stay signed in for at most ${hours} hours.`,

  opened: {
    title: 'Type this number on your phone',
    lead: 'The code was opened on a phone. If it isn’t yours, cancel.',
  },
  matched: {
    title: 'Sign on your phone',
    lead: 'The number matches. Now sign in the wallet on your phone. It’s free and moves no funds.',
  },
  redeeming: { title: 'Approved on your phone', lead: 'This page continues in a moment.' },
  /** Beside the spinner. */
  waiting: {
    creating: 'Getting a code…',
    created: 'Waiting for your phone…',
    opened: 'Waiting for the number…',
    matched: 'Waiting for the signature…',
    redeeming: 'Continuing…',
  },
  createdSpoken: (address: string, number: string) =>
    `The code is ready. Scan it, or open ${address} on your phone and type it. Your phone will ask for the number ${number}.`,

  left: (time: string) => `${time} left`,
  leftSpoken: (seconds: number) => (seconds === 60 ? 'One minute left' : `${seconds} seconds left`),

  digitsTitle: 'Type the digits from your phone',
  digits: 'Six digits',
  digitsHint: (host: string) =>
    `Your phone shows them now. Type them only on \u2068${host}\u2069, and only if you started this.`,
  digitsSpoken: 'Type the six digits that your phone shows.',
  digitsMissing: 'Type all six digits.',
  digitsWrong: (left: number) => `These digits don’t match. ${left === 1 ? '1 try' : `${left} tries`} left.`,
  send: 'Continue',
  sending: 'Checking…',

  ended: {
    declined: {
      title: 'The request was declined on the phone',
      lead: 'A wrong number declines it, too. To try again, get a new code.',
    },
    expired: {
      title: phoneProblems.phone_expired.title,
      lead: 'For your security, codes are valid for a few minutes.',
    },
    networks: {
      title: phoneProblems.phone_networks_exceeded.title,
      lead: 'Someone may have passed it on, so we canceled it.',
    },
    locked: { title: phoneProblems.phone_locked.title, lead: 'For your security, we stopped this request.' },
  },
  renew: 'Get a new code',
}
