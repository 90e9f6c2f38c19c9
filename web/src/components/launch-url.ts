/** Where an app begins, as something that may be a link: an address that would run here is none. */
export function launchable(url: string | null): string | undefined {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined
}
