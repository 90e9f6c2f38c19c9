import { RETURN_TO_MAX } from './limits.ts'
import { parseUrl } from './url/parse-url.ts'

const NOT_PAGES = ['/api', '/oidc', '/forward-auth']
const START = '/forward-auth/start'

/** A path to return to after sign-in: of this origin, and not of the API. */
export function isReturnTo(value: string): boolean {
  if (value.length > RETURN_TO_MAX || !value.startsWith('/')) return false
  if (/^\/[/\\]/.test(value) || /[\\\x00-\x1f\x7f]/.test(value)) return false
  const base = 'https://origin.invalid'
  const url = parseUrl(value, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return false
  return (
    url.pathname === START || !NOT_PAGES.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`))
  )
}
