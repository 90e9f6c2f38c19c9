/** oidc-provider reads the wall clock, so an expiry is converted relative to now. */
export function toProviderTime(at: number, now: number): number {
  return Math.floor((Date.now() + at - now) / 1000)
}
