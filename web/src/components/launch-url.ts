import { parseUrl } from '@countersign/contract/url/parse-url.ts'

/** The URL if it is safe as a link: never `javascript:` or `data:`. */
export function safeLaunchUrl(url: string | null): string | undefined {
  return url !== null && /^https?:\/\//i.test(url) && parseUrl(url) ? url : undefined
}
