import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Boot } from '@countersign/contract/routes/public.ts'
import { defaultSettings } from '../settings/read-settings.ts'
import { fillPlaceholder } from './placeholder.ts'

const placeholders = {
  frame: { mark: 'frame of %name%', logo: '<img src="%logo%"> frame of %name%' },
  signIn: { mark: '<a aria-label="%name%, home">%name%</a>', logo: '<img src="%logo%"> sign in to %name%' },
}
const SIGN_IN = { path: '/sign-in', search: '' }

function bootWith(values: Partial<Boot['public']>, sessionProblem: Boot['sessionProblem'] = 'unauthenticated'): Boot {
  const site = { ...defaultSettings({ origin: 'https://id.example' }), name: 'Acme', setupNeeded: false }
  const offered = { phone: true, demoWallet: false, walletConnect: null, baseAccount: null, walletApps: [] }
  return {
    public: { ...site, origin: 'https://id.example', ...offered, ...values },
    session: null,
    sessionProblem,
    destination: null,
  }
}

describe('fillPlaceholder', () => {
  test('escapes the name of the site in text and attributes', () => {
    const filled = fillPlaceholder(placeholders, bootWith({ name: `"><script>'&%logo%` }), SIGN_IN)
    const escaped = '&quot;&gt;&lt;script&gt;&#39;&amp;%logo%'
    assert.equal(filled, `<a aria-label="${escaped}, home">${escaped}</a>`)
  })

  test('shows the logo instead of the mark', () => {
    const boot = bootWith({ logo: '/logo/a?"' })
    assert.equal(fillPlaceholder(placeholders, boot, SIGN_IN), '<img src="/logo/a?&quot;"> sign in to Acme')
    assert.equal(
      fillPlaceholder(placeholders, boot, { path: '/home', search: '' }),
      '<img src="/logo/a?&quot;"> frame of Acme',
    )
  })

  test('shows only the frame where the sign-in screen does not come first', () => {
    const search = '?return_to=%2Fhome'
    assert.match(fillPlaceholder(placeholders, bootWith({}), { path: '/sign-in', search }), /home/)
    const frame = [
      [bootWith({}), '/home', ''],
      [bootWith({}), '/', ''],
      [bootWith({}), '/sign-in', '?interaction=abc'],
      [bootWith({}), '/sign-in', '?reason=expired'],
      [bootWith({ setupNeeded: true }), '/sign-in', ''],
      [bootWith({}, 'session_expired'), '/sign-in', ''],
      [bootWith({}, 'unknown'), '/sign-in', ''],
      [bootWith({}, null), '/sign-in', ''],
    ] as const
    for (const [boot, path, query] of frame)
      assert.equal(fillPlaceholder(placeholders, boot, { path, search: query }), 'frame of Acme', path + query)
  })
})
