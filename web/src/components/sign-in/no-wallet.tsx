import { Suspense } from 'react'
import { detectBrowser } from '../../page/browser-environment.ts'
import { lazyComponent } from '../../page/lazy-component.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { steps } from '../../words/steps.ts'

const AppLinks = lazyComponent(async () => (await import('../wallet-apps/app-links.tsx')).AppLinks)

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
        <LinkButton to="/wallets/help" look="primary">
          {none.get}
        </LinkButton>
        <Button onClick={() => location.reload()}>{none.installed}</Button>
      </div>
    </div>
  )
}

function CopyLink() {
  return <CopyButton text={location.href} label={steps.signIn.copyLink} done={steps.signIn.linkCopied} look="primary" />
}
