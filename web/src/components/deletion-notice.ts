/** Said once, on the page that follows the end of every session: an address could be made up by anyone. */
let until: string | undefined

export function noteLeaving(deleteAfter: string): void {
  until = deleteAfter
}

export function leavingUntil(): string | undefined {
  return until
}
