import { useEffect, useState } from 'react'

type Arrival = { link: string | undefined; broken: boolean }

/**
 * The token of an admin's link, from the fragment, which is never sent. It leaves the address bar and the history as
 * soon as it is read; a link that is pasted over the open page is read as well.
 */
export function useRecoveryLink(): Arrival & { dropLink(): void } {
  const [arrival, setArrival] = useState(readLink)
  useEffect(() => {
    const look = () => {
      if (location.hash) setArrival(readLink())
      hideLink()
    }
    hideLink()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return { ...arrival, dropLink: () => setArrival({ link: undefined, broken: false }) }
}

function readLink(): Arrival {
  const link = new URLSearchParams(location.hash.slice(1)).get('link')
  if (link === null) return { link: undefined, broken: false }
  return /^[A-Za-z0-9_-]{27}$/.test(link) ? { link, broken: false } : { link: undefined, broken: true }
}

function hideLink(): void {
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
}
