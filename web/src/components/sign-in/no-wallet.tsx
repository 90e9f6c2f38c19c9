import { Smartphone } from 'lucide'
import { Suspense } from 'react'
import { detectBrowser } from '../../page/browser-environment.ts'
import { lazyComponent } from '../../page/chunk.ts'
import { LinkButton } from '../../page/link-button.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { steps } from '../../words/steps.ts'

const AppLinks = lazyComponent(async () => (await import('../wallet-apps/app-links.tsx')).AppLinks)

type NoWalletProps = {
  /** Undefined where no phone can help. */
  signIn?: SignIn
  ready?: () => boolean
}

export function NoWallet({ signIn, ready = () => true }: NoWalletProps) {
  const { none, phone, copyLink, linkCopied } = steps.signIn
  const { title, lead, action } = {
    'in-app': {
      title: none.inAppTitle,
      lead: none.inAppLead,
      action: <CopyButton text={location.href} label={copyLink} done={linkCopied} look="primary" />,
    },
    phone: {
      title: none.phoneTitle,
      lead: none.phoneLead,
      action: (
        <Suspense>
          <AppLinks />
        </Suspense>
      ),
    },
    desktop: {
      title: none.title,
      lead: none.lead,
      action: (
        <>
          {signIn?.phone ? (
            <Button className="wide" look="primary" icon={Smartphone} onClick={() => ready() && signIn.choosePhone()}>
              {phone}
            </Button>
          ) : null}
          <div className="actions">
            <LinkButton to="/wallets/help" look={signIn?.phone ? 'plain' : 'primary'}>
              {none.get}
            </LinkButton>
            <Button onClick={() => location.reload()}>{none.installed}</Button>
          </div>
        </>
      ),
    },
  }[detectBrowser().device]
  return (
    <div className="stack">
      <h2>{title}</h2>
      <p className="soft">{lead}</p>
      {action}
    </div>
  )
}
