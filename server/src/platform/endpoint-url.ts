import { isIP } from 'node:net'
import { ENDPOINT_URL_MAX } from '@countersign/contract/limits.ts'
import { isPrivateAddress } from './ip-address.ts'

export type UrlProblem = 'not_a_url' | 'https_needed' | 'has_user' | 'too_long'

export function endpointUrlProblem(value: string): UrlProblem | undefined {
  if (value.length > ENDPOINT_URL_MAX) return 'too_long'
  if (!URL.canParse(value)) return 'not_a_url'
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_a_url'
  if (url.username || url.password) return 'has_user'
  return url.protocol === 'http:' && !isPrivateHost(url.hostname) ? 'https_needed' : undefined
}

/** So that one endpoint is not counted twice. */
export function canonicalUrl(value: string): string {
  const url = new URL(value)
  url.hash = ''
  return url.href
}

/** Endpoint URLs often contain an API key. */
export function maskUrl(value: string): string {
  const { protocol, host } = new URL(value)
  return `${protocol}//${host}/…`
}

function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) > 0) return isPrivateAddress(bare)
  return !bare.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(bare)
}
