/** One request for every error about cross-device sign-in. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { PHONE_DIGITS_TRIES, PHONE_NETWORKS_MAX, PHONE_UNOPENED_MS } from '@countersign/contract/limits/phone-limits.ts'
import { type Browser, type HttpResponse, newAccount, openBrowser, prove } from '../server/http-browser.ts'
import { addPerson } from '../server/people.ts'
import { approve, askPhone, decline, match, open, redeem } from '../server/phone.ts'
import { approveOnPhone, matchOnPhone, otherDigits } from '../server/phone-attack.ts'
import type { TestServer } from '../server/server.ts'
import { changeSettings } from '../server/settings.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

const pairWith = (server: TestServer, computer: Browser) => ({
  computer,
  phone: openBrowser(server),
  account: newAccount(),
})

export const PHONE_ERRORS = {
  async phone_off(server, browser) {
    await changeSettings(server, { phoneSignIn: 'off' })
    const response = await browser.post('/api/phone-requests', { purpose: 'sign_in' })
    await changeSettings(server, { phoneSignIn: 'on' })
    return response
  },
  async phone_not_allowed(server) {
    const { browser } = await addPerson(server, 'admin')
    return browser.post('/api/phone-requests', { purpose: 'link_wallet' })
  },
  async phone_device_unknown(server, browser) {
    const pair = pairWith(server, browser)
    const matched = await matchOnPhone(pair)
    await changeSettings(server, { phoneSignIn: 'trusted' })
    const response = await approve(pair.phone, matched, await prove(matched.challenge, pair.account))
    await changeSettings(server, { phoneSignIn: 'on' })
    return response
  },
  phone_code_unknown: (_, browser) => open(browser, { code: 'BCDF-GHJK' }),
  phone_not_approved: async (_, browser) => redeem(browser, await askPhone(browser), '000000'),
  async phone_used(server, browser) {
    return open(openBrowser(server), await matchOnPhone(pairWith(server, browser)))
  },
  async phone_ended(server, browser) {
    const asked = await askPhone(browser)
    await decline(openBrowser(server), asked)
    return open(openBrowser(server), asked)
  },
  async phone_networks_exceeded(server, browser) {
    const asked = await askPhone(browser)
    for (let at = 0; at < PHONE_NETWORKS_MAX; at++) await open(openBrowser(server, { address: `192.0.${at}.1` }), asked)
    return open(openBrowser(server, { address: '198.51.100.1' }), asked)
  },
  async phone_expired(server, browser) {
    const asked = await askPhone(browser)
    server.clock.now += PHONE_UNOPENED_MS
    return open(openBrowser(server), asked)
  },
  async phone_number_wrong(server, browser) {
    const asked = await askPhone(browser)
    const phone = openBrowser(server)
    await open(phone, asked)
    return match(phone, { ...asked, number: otherDigits(asked.number) })
  },
  phone_digits_wrong: (server, browser) => redeemWrongly(server, browser, 1),
  phone_locked: (server, browser) => redeemWrongly(server, browser, PHONE_DIGITS_TRIES),
} satisfies Partial<Record<ErrorCode, Produce>>

async function redeemWrongly(server: TestServer, computer: Browser, times: number): Promise<HttpResponse> {
  const signed = await approveOnPhone(pairWith(server, computer))
  const wrong = otherDigits(signed.digits ?? '')
  for (let tries = 1; tries < times; tries++) await redeem(computer, signed, wrong)
  return redeem(computer, signed, wrong)
}
