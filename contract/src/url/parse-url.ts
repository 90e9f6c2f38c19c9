/** The static functions of `URL` that do this are newer than the oldest browsers that the page supports. */
export function parseUrl(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base)
  } catch {
    return undefined
  }
}
