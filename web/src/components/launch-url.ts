/** The URL if it is safe as a link: never `javascript:` or `data:`. */
export function safeLaunchUrl(url: string | null): string | undefined {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined
}
