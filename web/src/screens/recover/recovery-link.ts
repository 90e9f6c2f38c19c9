import { useEffect, useState } from 'react'

type Arrival = { link: string | undefined; broken: boolean }

/** The token of a recovery link, from the fragment, which is removed from the address bar and the history. */
export function useRecoveryLink(): Arrival & { dropLink(): void } {
  const [arrival, setArrival] = useState(readLink)
  useEffect(() => {
    const onHashChange = () => {
      if (location.hash) setArrival(readLink())
      hideLink()
    }
    hideLink()
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
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
