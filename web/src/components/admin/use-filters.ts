import type { ChangeEvent } from 'react'
import { navigate, useSearch } from '../../page/history.tsx'
import type { Option } from '../../ui/controls/select.tsx'

export type Filters<Name extends string> = Partial<Record<Name, string>>

/** Filters are in the query string, so that links and the back button set them. */
export function useFilters<Name extends string>(names: readonly Name[]) {
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
  const changeOne = (name: Name, value: string) => change({ [name]: value } as Filters<Name>) // of its own name
  return {
    filters,
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])) as Filters<Name>), // all names
    /** Props of a `Field`. */
    text: (name: Name) => ({
      value: filters[name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement>) => changeOne(name, event.currentTarget.value),
    }),
    /** Props of a `Select`; `any` is the option without a filter. */
    choice: (name: Name, any: string, options: readonly Option<string>[]) => ({
      value: filters[name] ?? '',
      options: [{ value: '', label: any }, ...options],
      onChoose: (value: string) => changeOne(name, value),
    }),
  }
}

export type FilterState<Name extends string> = ReturnType<typeof useFilters<Name>>
