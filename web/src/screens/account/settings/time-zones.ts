import type { Option } from '../../../ui/select.tsx'

/** Where this device says it is. */
export function deviceZone(): string {
  return readable(Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** All this browser knows, and the one that is chosen even if it does not. */
export function timeZones(chosen: string | null): Option<string>[] {
  const known = Intl.supportedValuesOf('timeZone')
  const all = chosen === null || known.includes(chosen) ? known : [chosen, ...known]
  return all.map((zone) => ({ value: zone, label: readable(zone) }))
}

function readable(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ')
}
