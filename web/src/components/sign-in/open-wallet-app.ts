/**
 * Opens the wallet app on this phone, where the request sent over the relay waits. Only after a touch, because browsers
 * block it otherwise; then the link next to it is used.
 */
export function openWalletApp(link: string): void {
  if (!navigator.userActivation?.isActive) return
  if (link.startsWith('https:')) window.open(link, '_blank', 'noreferrer')
  else location.assign(link)
}
