import { navigate, useSearch } from '../../page/history.tsx'

export type Filters<Name extends string> = Partial<Record<Name, string>>

/** Filters are in the query string, so that links and the back button set them. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (change: Filters<Name>) => void] {
  const search = new URLSearchParams(useSearch())
  const filters: Filters<Name> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  const change = (next: Filters<Name>) => {
    const changed = new URLSearchParams(location.search)
    for (const name of names) {
      if (!(name in next)) continue
      if (next[name]) changed.set(name, next[name])
      else changed.delete(name)
    }
    const query = changed.size > 0 ? `?${changed}` : ''
    if (query !== location.search) navigate(location.pathname + query, { replace: true })
  }
  return [filters, change]
}
