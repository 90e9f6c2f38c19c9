import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

/** History changes by scripts fire no event of their own. */
const NAVIGATED = 'countersign:navigated'

let chunksMissing = false

type NavigateOptions = {
  replace?: boolean
  /** What the next screen does at once. Kept in the history and not in the address, where a foreign link could set it. */
  intent?: 'continue' | null
}

export function navigate(to: string, options: NavigateOptions = {}): void {
  // These paths are answered by the server, not by the page.
  if (to.startsWith('/forward-auth/')) return openDocument(to, options)
  if (!chunksMissing) return openHere(to, options)
  fetch(to, { method: 'HEAD' }).then(
    () => openDocument(to, options),
    () => openHere(to, options),
  )
}

/** Browsers cache a failed import per document, so the next page is opened in a new one if the server responds. */
export function loadNextPageAsDocument(): void {
  chunksMissing = true
}

function openDocument(to: string, { replace }: NavigateOptions): void {
  if (replace) location.replace(to)
  else location.assign(to)
}

function openHere(to: string, { replace, intent = null }: NavigateOptions): void {
  if (replace) history.replaceState(intent, '', to)
  else history.pushState(intent, '', to)
  scrollTo(0, 0)
  dispatchEvent(new Event(NAVIGATED))
}

/** The intent that came with the navigation to this screen, once: a reload does not repeat it. */
export function takeIntent(): unknown {
  const intent: unknown = history.state
  if (intent) history.replaceState(null, '')
  return intent
}

export function usePath(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => '/',
  )
}

export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search)
}

export function useQuery(name: string): string | undefined {
  return new URLSearchParams(useSearch()).get(name) ?? undefined
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener(NAVIGATED, listener)
  addEventListener('popstate', listener)
  return () => {
    removeEventListener(NAVIGATED, listener)
    removeEventListener('popstate', listener)
  }
}
