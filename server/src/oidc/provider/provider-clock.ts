/** oidc-provider knows only the clock on the wall. What ends by ours ends as far from now by theirs. */
export function theirTime(at: number, now: number): number {
  return Math.floor((Date.now() + at - now) / 1000)
}
