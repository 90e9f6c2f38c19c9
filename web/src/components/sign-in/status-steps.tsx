import { useEffect } from 'react'
import { PHONE } from '../../sign-in/attempt.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletIcon } from '../../ui/identity/wallet-icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { Contact } from '../contact.tsx'
import { verifyingText } from './view-words.ts'

/** Can only be canceled once the response is late, because the signature is sent already. */
export function Verifying({ view, signIn }: { view: Extract<View, { screen: 'verifying' }>; signIn: SignIn }) {
  return (
    <div className="stack" aria-busy="true">
      <div className="account-card inline panel">
        <WalletIcon icon={view.wallet.icon} />
        <p>{view.wallet.id === PHONE ? steps.signIn.phoneCard : view.wallet.name}</p>
        <Spinner />
      </div>
      {view.wait === 'fresh' ? null : (
        <>
          <Notice tone={view.wait === 'offline' ? 'warn' : 'calm'}>{verifyingText(view)}</Notice>
          <Button className="wide" onClick={() => signIn.cancel()}>
            {words.signIn.cancel}
          </Button>
        </>
      )}
    </div>
  )
}

const ANIMATION_MS = 280

export function SignedInStep({ next, onSignedIn }: { next: string; onSignedIn: (next: string) => void }) {
  useEffect(() => {
    const delay = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ANIMATION_MS
    const timer = setTimeout(() => onSignedIn(next), delay)
    return () => clearTimeout(timer)
  }, [next, onSignedIn])
  return (
    <div className="signed-in-mark">
      <Mark size={72} />
    </div>
  )
}

export function Suspended({ signIn }: { signIn: SignIn }) {
  return (
    <div className="stack">
      <Button className="wide" data-focus onClick={signIn.useOtherWallet}>
        {steps.signIn.anotherWallet}
      </Button>
      <Contact />
    </div>
  )
}

export function PendingDeletion({ signIn }: { signIn: SignIn }) {
  return (
    <div className="actions">
      <Button look="primary" data-focus onClick={() => signIn.keepAccount()}>
        {steps.signIn.keepAccount}
      </Button>
      <Button onClick={signIn.useOtherWallet}>{steps.signIn.notNow}</Button>
    </div>
  )
}

export function OtherTab({ signIn }: { signIn: SignIn }) {
  return (
    <div className="actions">
      <Button look="primary" data-focus onClick={() => signIn.takeOver()}>
        {steps.signIn.continueHere}
      </Button>
      <Button onClick={() => signIn.cancel()}>{words.signIn.cancel}</Button>
    </div>
  )
}
