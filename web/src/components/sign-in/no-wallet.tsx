import { Suspense } from 'react'
import { detectBrowser } from '../../page/browser-environment.ts'
import { Link } from '../../page/history.tsx'
import { lazyComponent } from '../../page/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { steps } from '../../words/steps.ts'

const AppLinks = lazyComponent(async () => (await import('../wallet-apps/app-links.tsx')).AppLinks)

/** No wallet here: what to do depends on whether this is a computer, a phone, or the inside of another app. */
export function NoWallet() {
  const { none } = steps.signIn
  const { device } = detectBrowser()
  if (device === 'in-app') {
    return (
      <div className="stack">
        <h2>{none.inAppTitle}</h2>
        <p className="soft">{none.inAppLead}</p>
        <CopyLink />
      </div>
    )
  }
  if (device === 'phone') {
    return (
      <div className="stack">
        <h2>{none.phoneTitle}</h2>
        <p className="soft">{none.phoneLead}</p>
        <Suspense>
          <AppLinks />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="stack">
      <h2>{none.title}</h2>
      <p className="soft">{none.lead}</p>
      <div className="actions">
        <Link to="/wallets/help" className="button primary">
          <span>{none.get}</span>
        </Link>
        <Button onClick={() => location.reload()}>{none.installed}</Button>
      </div>
    </div>
  )
}

function CopyLink() {
  return <CopyButton text={location.href} label={steps.signIn.copyLink} done={steps.signIn.linkCopied} look="primary" />
}
