import type { Again } from './attempt.ts'
import type { Problem } from './problem.ts'

/** What the flow has to know of the page around it. */
export type PageFacts = {
  /** Where the page is open, and where it should be. */
  href: string
  origin: string
  publicOrigin: string
  secure: boolean
  framed: boolean
  online(): boolean
  /** Calls when the person comes back to this page. */
  onReturn(listener: () => void): () => void
  onOnline(listener: () => void): () => void
  onOffline(listener: () => void): () => void
  /** Calls when our content security policy stopped a script that is not ours. */
  onForeignScriptBlocked(listener: () => void): () => void
  open(url: string): void
  reload(): void
}

export type Refusal = { problem: Problem; again: Again }

/** Places where no wallet can sign for us, known before any is asked. */
export function findPageFault(page: PageFacts, now: number): Refusal | undefined {
  const { href, origin, publicOrigin } = page
  if (page.framed) {
    return { problem: { ...plain(now), code: 'wallet/framed', remedy: 'new_tab' }, again: { do: 'open', url: href } }
  }
  if (origin !== publicOrigin) {
    const url = publicOrigin + href.slice(origin.length)
    const problem: Problem = { ...plain(now), code: 'wallet/wrong_address', remedy: 'new_tab', detail: publicOrigin }
    return { problem, again: { do: 'open', url } }
  }
  if (!page.secure) {
    return { problem: { ...plain(now), code: 'wallet/insecure_page', remedy: 'none' }, again: { do: 'reload' } }
  }
  return undefined
}

export function plain(at: number): Omit<Problem, 'code' | 'remedy'> {
  return { wallet: undefined, retryAfter: undefined, detail: undefined, traceId: undefined, at }
}
