/** The real browser behind the ports of wallets, session and sign-in. */

import type { PageFacts } from '../sign-in/page-fault.ts'
import type { KeyValue, Timers } from '../wallet/env.ts'

export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Even looking at `window.localStorage` throws where storage is blocked. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): KeyValue | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

/** The tab comes to the front, or comes back from the back/forward cache. */
export function onReturn(listener: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === 'visible') listener()
  }
  const cached = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  document.addEventListener('visibilitychange', shown)
  window.addEventListener('pageshow', cached)
  return () => {
    document.removeEventListener('visibilitychange', shown)
    window.removeEventListener('pageshow', cached)
  }
}

/** Phones, and wallets' own browsers on them: iOS has no `userAgentData`. */
export function announcesLate(): boolean {
  const { userAgentData, userAgent } = navigator as Navigator & { userAgentData?: { mobile?: boolean } } // not in every lib
  return userAgentData?.mobile ?? /Android|iPhone|iPad|Mobile/.test(userAgent)
}

export function browserPage(publicOrigin: string): PageFacts {
  return {
    href: location.href,
    origin: location.origin,
    publicOrigin,
    secure: window.isSecureContext,
    framed: window.top !== window.self,
    online: () => navigator.onLine,
    onReturn,
    onOnline: (listener) => on('online', listener),
    onOffline: (listener) => on('offline', listener),
    onForeignScriptBlocked: watchPolicy,
    open: (url) => void window.open(url, '_blank', 'noreferrer'),
    reload: () => location.reload(),
  }
}

// From the first moment: a wallet's script is stopped long before the sign-in page is drawn.
const violations = { seen: false, listeners: new Set<() => void>() }

export function watchForBlockedScripts(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    const foreign =
      blockedURI === 'inline' || /^(?:chrome|moz|safari-web)-extension/.test(`${blockedURI} ${sourceFile}`)
    if (!foreign || !effectiveDirective.startsWith('script-src')) return
    violations.seen = true
    for (const listener of [...violations.listeners]) listener()
  })
}

function watchPolicy(listener: () => void): () => void {
  violations.listeners.add(listener)
  if (violations.seen) queueMicrotask(listener)
  return () => violations.listeners.delete(listener)
}

function on(event: 'online' | 'offline', listener: () => void): () => void {
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}
