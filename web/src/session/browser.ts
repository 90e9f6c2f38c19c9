import type { KeyValue, Timers } from '../wallet/env.ts'
import { ignoreErrors } from '../wallet/untrusted.ts'

export type PageEnv = {
  href: string
  origin: string
  /** The origin configured on the server. */
  publicOrigin: string
  secure: boolean
  framed: boolean
  online(): boolean
  onReturn(listener: () => void): () => void
  /** The window gets or loses the focus, also from or to one that does not cover it. */
  onFocusChange(listener: (hasFocus: boolean) => void): () => void
  onOnline(listener: () => void): () => void
  onOffline(listener: () => void): () => void
  /** Third-party scripts that our content security policy blocked. */
  blockedScripts: BlockedScripts
  open(url: string): void
  reload(): void
}

export type BlockedScripts = { seen(): boolean; subscribe(listener: () => void): () => void }

export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Reading `window.localStorage` throws where storage is blocked. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): KeyValue | undefined {
  return ignoreErrors(() => window[kind])
}

/** The tab becomes visible, or is restored from the back/forward cache. */
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

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** True on phones and tablets, including wallets' in-app browsers. An iPad calls itself a Mac, which has no touch screen. */
export function isMobile({ userAgent, maxTouchPoints }: Agent = navigator): boolean {
  return /Android|Mobile/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)
}

export function browserPage(publicOrigin: string, blockedScripts: BlockedScripts): PageEnv {
  return {
    href: location.href,
    origin: location.origin,
    publicOrigin,
    secure: window.isSecureContext,
    framed: window.top !== window.self,
    online: () => navigator.onLine,
    onReturn,
    onFocusChange(listener) {
      const stops = [on('focus', () => listener(true)), on('blur', () => listener(false))]
      return () => {
        for (const stop of stops) stop()
      }
    },
    onOnline: (listener) => on('online', listener),
    onOffline: (listener) => on('offline', listener),
    blockedScripts,
    open: (url) => void window.open(url, '_blank', 'noreferrer'),
    reload: () => location.reload(),
  }
}

/** Noted by the script in index.html, before this module runs. */
declare global {
  interface Window {
    countersignEarly?: { violations: Violation[] }
  }
}

type Violation = Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'blockedURI' | 'sourceFile'>

export function watchBlockedScripts(): BlockedScripts {
  const listeners = new Set<() => void>()
  let seen = window.countersignEarly?.violations.some(isForeignScript) ?? false
  document.addEventListener('securitypolicyviolation', (violation) => {
    if (!isForeignScript(violation)) return
    seen = true
    for (const listener of [...listeners]) listener()
  })
  return {
    seen: () => seen,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isForeignScript({ effectiveDirective, blockedURI, sourceFile }: Violation): boolean {
  const isForeign =
    blockedURI === 'inline' || /^(?:chrome|moz|safari-web)-extension/.test(`${blockedURI} ${sourceFile}`)
  return isForeign && effectiveDirective.startsWith('script-src')
}

function on(event: 'focus' | 'blur' | 'online' | 'offline', listener: () => void): () => void {
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}
