import type { Config } from '../../config.ts'

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** Icons and logos are shown by wallets, which are other origins. */
export const PUBLIC_IMAGE = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

export type SecurityHeaders = {
  page: Record<string, string>
  call: Record<string, string>
  json: Record<string, string>
  read: Record<string, string>
  file: Record<string, string>
  oidc: Record<string, string>
}

/** `inlineScripts` are the hashes of the scripts in the HTML of the page. */
export function securityHeaders(
  { secure, walletConnect }: Pick<Config, 'secure' | 'walletConnect'>,
  inlineScripts: readonly string[] = [],
): SecurityHeaders {
  const transport: Record<string, string> = secure
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    : {}
  const call = {
    ...EVERYWHERE,
    ...transport,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  }
  const json = { ...call, 'Content-Type': 'application/json' }
  return {
    page: {
      ...EVERYWHERE,
      ...transport,
      'Content-Security-Policy': pagePolicy({ secure, relay: walletConnect?.relay, inlineScripts }),
      // Wallet pop-ups talk to their opener, which `same-origin` would prevent.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), hid=()',
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
    },
    call,
    json,
    read: { ...json, 'Cache-Control': 'private, no-cache' },
    file: { ...EVERYWHERE, ...transport },
    oidc: {
      ...EVERYWHERE,
      ...transport,
      'Content-Security-Policy': call['Content-Security-Policy'],
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
    },
  }
}

type PolicyOptions = { secure: boolean; relay: string | undefined; inlineScripts: readonly string[] }

/** Base Account needs no entry, since it opens its own window. */
function pagePolicy({ secure, relay, inlineScripts }: PolicyOptions): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    relay === undefined ? "connect-src 'self'" : `connect-src 'self' ${relay}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
