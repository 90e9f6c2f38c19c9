/** Security headers, once for pages and once for calls. */

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type SecurityHeaders = {
  page: Record<string, string>
  call: Record<string, string>
  /** A call that only reads: the browser may keep the answer and ask whether it still holds. */
  read: Record<string, string>
  file: Record<string, string>
}

export function securityHeaders(secure: boolean): SecurityHeaders {
  const transport: Record<string, string> = secure
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    : {}
  const call = {
    ...EVERYWHERE,
    ...transport,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  }
  return {
    page: {
      ...EVERYWHERE,
      ...transport,
      'Content-Security-Policy': secure ? `${PAGE_POLICY}; upgrade-insecure-requests` : PAGE_POLICY,
      // A wallet's own pop-up talks to its opener; plain `same-origin` would cut it off.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), hid=()',
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
    },
    call,
    read: { ...call, 'Cache-Control': 'private, no-cache' },
    file: { ...EVERYWHERE, ...transport },
  }
}
