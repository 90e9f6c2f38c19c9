/** In memory, not in the URL, which anyone could make up. Shown after the account deletion ended every session. */
let until: string | undefined

export function rememberDeletion(deleteAfter: string): void {
  until = deleteAfter
}

export function scheduledDeletion(): string | undefined {
  return until
}
