import { CLOCK_SKEW_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { findAllHosts } from '../../forward-auth/hosts/find-host.ts'
import { bad, good, type Judgment, note, spanWords } from './finding.ts'

/** What the request for the health page shows about the deployment. */
export type BrowserReport = {
  browserTime: number | undefined
  browserOrigin: string | undefined
  /** The IP address of the connection. */
  peer: string
  /** Whether it sent forwarding headers, and whether they are trusted. */
  forwarded: boolean
  trusted: boolean
}

export function checkClock({ now }: Context, { browserTime }: BrowserReport): Judgment {
  if (browserTime === undefined)
    return note('The server clock was not compared with a browser clock.', 'Open this page in a browser.')
  const difference = now() - browserTime
  const words = spanWords(Math.abs(difference))
  if (Math.abs(difference) <= CLOCK_SKEW_MS) return good(`The server clock differs from your browser’s by ${words}.`)
  return bad(
    `The server clock is ${words} ${difference > 0 ? 'ahead of' : 'behind'} your browser’s.`,
    'Correct the wrong clock. On the server, run `timedatectl set-ntp true` to synchronize it.',
  )
}

export function checkPublicUrl({ config }: Context, { browserOrigin }: BrowserReport): Judgment {
  const { origin } = config
  if (browserOrigin === undefined) return note(`PUBLIC_URL is ${origin}.`, 'Open this page in a browser to compare.')
  if (browserOrigin === origin) return good(`PUBLIC_URL is ${origin} and matches your browser.`)
  const here = URL.canParse(browserOrigin) ? new URL(browserOrigin).origin : 'another address'
  return bad(
    `You opened ${here}, but PUBLIC_URL is ${origin}. Signatures and cookies are valid only there.`,
    `Open ${origin}, or set PUBLIC_URL to the URL that people use and restart the server.`,
  )
}

export async function checkProxy(
  { config, store }: Context,
  { peer, forwarded, trusted }: BrowserReport,
): Promise<Judgment> {
  if (forwarded && trusted) return good(`Requests arrive through a trusted proxy at ${peer}.`)
  if (forwarded)
    return bad(
      `The proxy at ${peer} is not trusted, so its forwarding headers are ignored: all visitors share one IP address.`,
      `If this is your proxy, set TRUSTED_PROXIES=${peer} and restart the server.`,
    )
  if (config.trustedProxies.isEmpty && (await findAllHosts(store)).length > 0)
    return bad(
      'There are protected hosts but no trusted proxy: all requests to them are refused.',
      'Set TRUSTED_PROXIES to the IP address of the proxy in front of them, and restart the server.',
    )
  if (config.secure)
    return note(
      'The proxy that terminates TLS does not forward client IP addresses: all visitors share one IP address.',
      'Configure the proxy to send X-Forwarded-For, and set TRUSTED_PROXIES to its IP address.',
    )
  return good('Browsers connect to this server without a proxy.')
}
