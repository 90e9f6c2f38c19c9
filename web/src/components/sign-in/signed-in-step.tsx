import { useEffect } from 'react'
import { useSession } from '../../page/page-context.tsx'
import { shortAddress } from '../../ui/address-text.ts'
import { Mark } from '../../ui/mark.tsx'
import { showToast } from '../../ui/toast.tsx'
import { steps } from '../../words/steps.ts'

const ANIMATION_MS = 280

/** Plays the animation of the mark, then leaves the page. */
export function SignedInStep({ next, onSignedIn }: { next: string; onSignedIn: (next: string) => void }) {
  const session = useSession()
  const name = session.status === 'signed-in' ? nameOf(session.state) : undefined
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(
      () => {
        onSignedIn(next)
        if (name) showToast(steps.signIn.signedInAs(name))
      },
      still ? 0 : ANIMATION_MS,
    )
    return () => clearTimeout(timer)
  }, [next, name, onSignedIn])
  return (
    <div className="signed-in-mark">
      <Mark size={72} />
    </div>
  )
}

function nameOf(state: { me: { displayName: string | null }; session: { wallet: { address: string } } }): string {
  return state.me.displayName ?? shortAddress(state.session.wallet.address)
}
