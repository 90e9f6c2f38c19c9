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

describe('content security policy', () => {
  test('allows connections to the server only', () => {
    assert.equal(policyWith(), PLAIN)
    assert.equal(policyWith(SITE), `${PLAIN}; upgrade-insecure-requests`)
  })

  test('allows the inline scripts of the page by their hashes', () => {
    const { page, call } = securityHeaders(readConfig({}, '/srv'), ['sha256-abc='])
    assert.equal(page['Content-Security-Policy'], PLAIN.replace("script-src 'self'", "script-src 'self' 'sha256-abc='"))
    assert.equal(call['Content-Security-Policy'], headersWith().call['Content-Security-Policy'])
  })

  test('adds the WalletConnect relay when WalletConnect is enabled, and nothing else', () => {
    const through = (relay: string) => PLAIN.replace("connect-src 'self'", `connect-src 'self' ${relay}`)
    assert.equal(policyWith(PROJECT), through('wss://relay.walletconnect.org'))
    assert.equal(
      policyWith({ ...PROJECT, ...SITE, WALLETCONNECT_RELAY_URL: 'wss://relay.example:8443/' }),
      `${through('wss://relay.example:8443')}; upgrade-insecure-requests`,
    )
  })

  test('does not change with Base Account, whose popup is another page', () => {
    assert.equal(policyWith(WINDOW), PLAIN)
    assert.equal(policyWith({ ...WINDOW, ...PROJECT }), policyWith(PROJECT))
    assert.equal(headersWith(WINDOW).page['Cross-Origin-Opener-Policy'], 'same-origin-allow-popups')
  })
})

test('sends the same headers for other responses whichever wallets are enabled', () => {
  const { page: _, ...plain } = headersWith()
  const { page: __, ...offering } = headersWith({ ...PROJECT, ...WINDOW })
  assert.deepEqual(offering, plain)
  assert.equal(plain.call['Content-Security-Policy'], "default-src 'none'; frame-ancestors 'none'")
})
