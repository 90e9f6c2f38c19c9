/** What stands between the server and the browser: the address people open, the proxy, the two clocks. */

import type { Finding } from '@countersign/contract/health.ts'
import { CLOCK_SKEW_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { findHosts } from '../host/host.store.ts'
import { bad, good, note, spanWords } from './finding.ts'

/** The request that asks, as far as it tells something. */
export type Asking = {
  browserTime: number | undefined
  browserOrigin: string | undefined
  /** Who is connected to us, and whom they say they speak for. */
  peer: string
  forwarded: boolean
  /** Whether what they say is believed. */
  believed: boolean
}

export function checkClock({ now }: Context, { browserTime }: Asking): Finding {
  if (browserTime === undefined)
    return note('clock', 'The clock was not compared with a browser’s.', 'Open this page in a browser.')
  const difference = now() - browserTime
  const words = spanWords(Math.abs(difference))
  if (Math.abs(difference) <= CLOCK_SKEW_MS) return good('clock', `The clock agrees with your browser’s to ${words}.`)
  return bad(
    'clock',
    `The server’s clock is ${words} ${difference > 0 ? 'ahead of' : 'behind'} your browser’s.`,
    'Set the clock that is wrong. On the server, `timedatectl set-ntp true` keeps it right.',
  )
}

export function checkPublicUrl({ config }: Context, { browserOrigin }: Asking): Finding {
  const { origin } = config
  if (browserOrigin === undefined)
    return note('public_url', `People sign in at ${origin}.`, 'Open this page in a browser to compare.')
  if (browserOrigin === origin) return good('public_url', `People sign in at ${origin}, where you are now.`)
  const here = URL.canParse(browserOrigin) ? new URL(browserOrigin).origin : 'another address'
  return bad(
    'public_url',
    `You opened ${here}, but signatures and cookies are made for ${origin}.`,
    `Open ${origin}, or set PUBLIC_URL to the address people use and start again.`,
  )
}

export async function checkProxy({ config, store }: Context, { peer, forwarded, believed }: Asking): Promise<Finding> {
  if (forwarded && believed) return good('proxy', `Requests come through a proxy at ${peer}, which is trusted.`)
  if (forwarded)
    return bad(
      'proxy',
      `A proxy at ${peer} says whom it speaks for and is not believed: everybody counts as one visitor.`,
      `If that proxy is yours, set TRUSTED_PROXIES=${peer} and start again.`,
    )
  if (config.trustedProxies.rules.length === 0 && (await findHosts(store, 1)).length > 0)
    return bad(
      'proxy',
      'Hosts are protected, and no proxy may ask about them: everybody is refused there.',
      'Set TRUSTED_PROXIES to the address of the proxy in front of them, and start again.',
    )
  if (config.secure)
    return note(
      'proxy',
      'Whatever speaks https for this server does not say whom it speaks for: everybody counts as one visitor.',
      'Make your proxy send X-Forwarded-For, and set TRUSTED_PROXIES to its address.',
    )
  return good('proxy', 'Browsers reach this server without a proxy.')
}
