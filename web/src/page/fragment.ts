import { useEffect, useRef } from 'react'

/** Links carry secrets in the fragment, because browsers do not send it. */
export function readFragment(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name)
}

/** Removes the fragment from the address bar and the history, also when a link is pasted into the open page. */
export function useFragment(name: string, onChange: (value: string | null) => void): void {
  const current = useRef(onChange)
  current.current = onChange
  useEffect(() => {
    const removeFragment = () => {
      if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
    }
    const onHashChange = () => {
      if (location.hash) current.current(readFragment(name))
      removeFragment()
    }
    removeFragment()
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [name])
}
