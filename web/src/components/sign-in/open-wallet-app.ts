/** Brings the wallet app on this phone to the front: what is asked of it over the relay waits there. */

let linkedHere = false

/** The person linked the app on this very phone; one on another device is not opened by itself. */
export function rememberLinkedHere(): void {
  linkedHere = true
}

/** Only after a touch: browsers block what opens without one, and the link beside it is there for that. */
export function openWalletApp(link: string): void {
  if (!linkedHere || !navigator.userActivation?.isActive) return
  if (link.startsWith('https:')) window.open(link, '_blank', 'noreferrer')
  else location.assign(link)
}
