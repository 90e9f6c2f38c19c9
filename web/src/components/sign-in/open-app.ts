/**
 * Brings the wallet app on this phone to the front, where the request over the relay is waiting. Only after a touch:
 * browsers block what opens without one, and the link beside it is there for that.
 */
export function openApp(link: string): void {
  if (!navigator.userActivation?.isActive) return
  if (link.startsWith('https:')) window.open(link, '_blank', 'noreferrer')
  else location.assign(link)
}
