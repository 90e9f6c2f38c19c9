/** Untrusted values are read property by property; a primitive has none of those asked for. */
export function toRecord(value: unknown): Record<string, unknown> {
  return Object(value)
}
