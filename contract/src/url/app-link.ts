import { parseUrl } from './parse-url.ts'

/** Links that open a wallet app on a phone: `https://…`, or a custom scheme such as `metamask://`. */

const BROWSER_SCHEMES = [
  'http',
  'javascript',
  'vbscript',
  'data',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'ws',
  'wss',
  'ftp',
]

export function isAppLink(link: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(link)?.[1]
  if (scheme === undefined || BROWSER_SCHEMES.includes(scheme) || /[\s\p{C}]/u.test(link)) return false
  const webLink = scheme === 'https' ? link : link.replace(/^[^:]+/, 'https').replace(/^https:\/\/$/, 'https://app')
  return parseUrl(webLink) !== undefined
}
