import { parseAccount } from '@countersign/contract/family/account.ts'
import {
  cancelPhoneRequest,
  createPhoneRequest,
  type RedeemedPhoneRequest,
  redeemPhoneRequest,
} from '@countersign/contract/routes/phone.ts'
import { type Call, callRoute, createCall } from '../../api/call.ts'
import { browserTimers } from '../../session/browser.ts'
import type { Page } from '../../session/page.ts'
import { browserPhoneRequests, followPhoneRequest } from '../../session/phone-request.ts'
import { PHONE, type PhoneBody, type Signed } from '../attempt.ts'
import type { SignIn } from '../sign-in.ts'
import { type PhoneWaiting, waitForPhone } from './wait-for-phone.ts'

/** `name` is that of its wallet in sentences. */
type PhoneOptions = { signIn: SignIn; request: PhoneBody; name: string }

/** Completes after the page is closed. */
const callLast = createCall((url, init) => fetch(url, { ...init, keepalive: true }))

export function openPhone(page: Page, { signIn, request, name }: PhoneOptions): PhoneWaiting {
  const call: Call = async (...args) => {
    try {
      return await callRoute(...args)
    } catch (error) {
      page.session.noticeError(error)
      throw error
    }
  }
  return waitForPhone({
    create: () => call(createPhoneRequest, request),
    follow: (id, onChange) => followPhoneRequest(browserPhoneRequests, id, onChange),
    redeem: (id, digits) => call(redeemPhoneRequest, digits === undefined ? {} : { digits }, { params: { id } }),
    cancel: (id) => callLast(cancelPhoneRequest, undefined, { params: { id } }),
    onLeave(listener) {
      window.addEventListener('pagehide', listener)
      return () => window.removeEventListener('pagehide', listener)
    },
    onRedeemed(redeemed, startedAt) {
      const signed = signedByPhone(redeemed, { name, startedAt })
      return signed !== undefined && signIn.sendPhoneProof(signed)
    },
    onFailed: signIn.phoneFailed,
    timers: browserTimers,
  })
}

/** Only the lifetime of the challenge comes from the server: this device's clock may be wrong. */
export function signedByPhone(
  { proof, challenge }: RedeemedPhoneRequest,
  { name, startedAt }: { name: string; startedAt: number },
): Signed | undefined {
  const account = parseAccount(proof.account)
  const lifetime = Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt)
  const wallet = { id: PHONE, name, icon: undefined, rdns: undefined }
  return account && { wallet, account, proof, challenge: { challenge, endsAt: startedAt + lifetime } }
}
