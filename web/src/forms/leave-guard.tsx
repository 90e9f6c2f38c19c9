import { useCallback, useEffect, useState } from 'react'
import { navigate } from '../page/history.tsx'
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx'
import { form } from '../words/account/account.ts'

const { leaving: words } = form

type LeaveGuardProps = { active: boolean; title?: string; body?: string }

/** Confirms before navigation discards unsaved input or a secret that is shown once. */
export function LeaveGuard({ active, title = words.title, body = words.body }: LeaveGuardProps) {
  const [proceed, setProceed] = useState<() => void>()
  const block = useCallback((next: () => void) => setProceed(() => next), [])
  useLeaveGuard(active, block)
  if (!proceed) return null
  const stay = () => setProceed(undefined)
  const leave = () => {
    stay()
    proceed()
  }
  return (
    <ConfirmDialog title={title} confirmLabel={words.leave} cancelLabel={words.stay} onConfirm={leave} onClose={stay}>
      <p>{body}</p>
    </ConfirmDialog>
  )
}

/** Intercepts links on this site (except `data-leaves`) and the back button. Browsers confirm closing the page. */
export function useLeaveGuard(active: boolean, onBlocked: (proceed: () => void) => void): void {
  useEffect(() => {
    if (!active) return
    const blockUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const blockLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(BLOCKED_LINKS) : null
      if (link?.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      onBlocked(() => navigate(link.pathname + link.search))
    }
    const blockTraversal = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event
      // Navigation to another document is confirmed by the browser.
      if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
      event.preventDefault()
      onBlocked(() => {
        navigation?.removeEventListener('navigate', blockTraversal)
        navigation?.traverseTo(destination.key)
      })
    }
    addEventListener('beforeunload', blockUnload)
    addEventListener('click', blockLink, { capture: true })
    navigation?.addEventListener('navigate', blockTraversal)
    return () => {
      removeEventListener('beforeunload', blockUnload)
      removeEventListener('click', blockLink, { capture: true })
      navigation?.removeEventListener('navigate', blockTraversal)
    }
  }, [active, onBlocked])
}

const BLOCKED_LINKS = 'a[href]:not([download], [target], [data-leaves], [href^="#"])'
const navigation = globalThis.navigation as Navigation | undefined // missing in older browsers
