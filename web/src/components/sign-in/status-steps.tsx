import { VERIFY_LIMIT_MS } from '@countersign/contract/limits.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { WalletIcon } from '../../ui/wallet-icon.tsx'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { Contact } from '../contact.tsx'

type VerifyingView = Extract<View, { screen: 'verifying' }>

/** Can only be canceled once the response is late, because the signature is sent already. */
export function Verifying({ view, signIn }: { view: VerifyingView; signIn: SignIn }) {
  return (
    <div className="stack" aria-busy="true">
      <div className="account-card inline panel">
        <WalletIcon icon={view.wallet.icon} />
        <p>{view.wallet.name}</p>
        <Spinner />
      </div>
      {view.wait === 'fresh' ? null : (
        <>
          <Notice tone={view.wait === 'offline' ? 'warn' : 'calm'}>
            <p>
              {view.wait === 'offline'
                ? steps.signIn.verifyingOffline
                : steps.signIn.verifyingSlow(VERIFY_LIMIT_MS / 1000)}
            </p>
          </Notice>
          <Button className="wide" onClick={() => signIn.cancel()}>
            {words.signIn.cancel}
          </Button>
        </>
      )}
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

/** The account is scheduled for deletion; signing in keeps it only on request. */
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
