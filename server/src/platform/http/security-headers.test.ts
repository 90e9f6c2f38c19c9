import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { securityHeaders } from './security-headers.ts'

const headersWith = (environment: Record<string, string> = {}) => securityHeaders(readConfig(environment, '/srv'))
const policyWith = (environment?: Record<string, string>) => headersWith(environment).page['Content-Security-Policy']

const PLAIN =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const PROJECT = { WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16) }
const WINDOW = { BASE_ACCOUNT: 'on' }
const SITE = { PUBLIC_URL: 'https://id.example' }

describe('the policy of a page', () => {
  test('lets it talk to nobody but the server', () => {
    assert.equal(policyWith(), PLAIN)
    assert.equal(policyWith(SITE), `${PLAIN}; upgrade-insecure-requests`)
  })

  test('lets it talk to the relay of WalletConnect where that is offered, and is else the same', () => {
    const through = (relay: string) => PLAIN.replace("connect-src 'self'", `connect-src 'self' ${relay}`)
    assert.equal(policyWith(PROJECT), through('wss://relay.walletconnect.org'))
    assert.equal(
      policyWith({ ...PROJECT, ...SITE, WALLETCONNECT_RELAY_URL: 'wss://relay.example:8443/' }),
      `${through('wss://relay.example:8443')}; upgrade-insecure-requests`,
    )
  })

  test('is the same with Base Account as without: its window is another page', () => {
    assert.equal(policyWith(WINDOW), PLAIN)
    assert.equal(policyWith({ ...WINDOW, ...PROJECT }), policyWith(PROJECT))
    assert.equal(headersWith(WINDOW).page['Cross-Origin-Opener-Policy'], 'same-origin-allow-popups')
  })
})

test('what is not a page has the same headers whatever wallets are offered', () => {
  const { page: _, ...plain } = headersWith()
  const { page: __, ...offering } = headersWith({ ...PROJECT, ...WINDOW })
  assert.deepEqual(offering, plain)
  assert.equal(plain.call['Content-Security-Policy'], "default-src 'none'; frame-ancestors 'none'")
})
