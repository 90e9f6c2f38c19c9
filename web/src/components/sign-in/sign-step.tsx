import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import { Check } from 'lucide'
import { useEffect } from 'react'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Disclosure } from '../../ui/controls/disclosure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { AccountCard } from './account-step.tsx'
import { isHidden, onPhone, slowText } from './view-words.ts'

type SignStepProps = { view: Extract<View, { screen: 'awaiting_signature' }>; signIn: SignIn }

export function SignStep({ view, signIn }: SignStepProps) {
  const app = onPhone() ? view.appLink : undefined
  useEffect(() => {
    if (app && view.openApp) openWalletApp(app)
  }, [app, view.openApp])
  return (
    <div className="stack">
      {app ? (
        <a className="button primary wide" data-focus href={app} rel="noreferrer">
          <span>{steps.signIn.linkOpen}</span>
        </a>
      ) : null}
      <AccountCard account={view.account} wallet={view.wallet}>
        <Spinner />
      </AccountCard>
      {isHidden(view) && !view.silent ? <Notice>{slowText(view)}</Notice> : null}
      <WaitHints view={view} />
      <Disclosure label={steps.preview.label}>
        <MessagePreview message={view.message} />
      </Disclosure>
      <Button className="wide" data-focus={app ? undefined : true} onClick={() => signIn.cancel()}>
        {words.signIn.cancel}
      </Button>
    </div>
  )
}

/** Browsers open an app only after a touch; without one, the person follows the link in this step. */
function openWalletApp(link: string): void {
  if (!navigator.userActivation?.isActive) return
  if (link.startsWith('https:')) window.open(link, '_blank', 'noreferrer')
  else location.assign(link)
}

function MessagePreview({ message }: { message: string }) {
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <pre className="message panel" dir="ltr" translate="no" tabIndex={0}>
        {message}
      </pre>
      <ul className="promises stack small">
        {steps.preview.promises(location.host, CHALLENGE_TTL_MS / 60_000).map((promise) => (
          <li key={promise}>
            <Icon icon={Check} size={16} />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
      <p className="small soft">{steps.preview.never}</p>
      <div>
        <CopyButton text={message} label={steps.preview.copy} done={steps.preview.copied} />
      </div>
    </div>
  )
}

type WaitHintsProps = { view: Extract<View, { screen: 'connecting' | 'awaiting_signature' }> }

/** A wallet that does not respond shows no request, so nothing else is said of one. */
export function WaitHints({ view: { wallet, earlier, silent } }: WaitHintsProps) {
  if (silent)
    return (
      <Notice tone="warn" actions={<Button onClick={() => location.reload()}>{steps.signIn.reload}</Button>}>
        {steps.signIn.silent(wallet.name)}
      </Notice>
    )
  return earlier ? <Notice>{steps.signIn.earlier(wallet.name)}</Notice> : null
}
