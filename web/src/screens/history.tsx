import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

/** The address bar as a store: where the person is, and how to go elsewhere without a new document. */

const listeners = new Set<() => void>()
let lacking = false

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (lacking) return options.replace ? location.replace(to) : location.assign(to)
  if (options.replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/** A file that did not come is not asked for twice in one document: where the person goes next is a new one. */
export function openAnew(): void {
  lacking = true
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
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
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}
