import { families } from '@countersign/contract/family/family.ts'
import { ArrowUpRight } from 'lucide'
import type { ReactNode } from 'react'
import { linkForApps } from '../../components/wallet-apps/app-link.ts'
import { AppLinks } from '../../components/wallet-apps/app-links.tsx'
import { type BrowserEnvironment, detectBrowser } from '../../page/browser-environment.ts'
import { Card } from '../../page/card.tsx'
import { Link } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FamilyMark } from '../../ui/identity/family-mark.tsx'
import { help } from '../../words/pages.ts'
import { steps } from '../../words/steps.ts'
import { type StorePage, storesFor } from './stores.ts'

export function WalletsHelpScreen() {
  const environment = detectBrowser()
  return (
    <Card screen={help.title} title={help.title} lead={help.lead}>
      {environment.device === 'desktop' ? <Install environment={environment} /> : null}
      {environment.device === 'phone' ? <Phone environment={environment} /> : null}
      {environment.device === 'in-app' ? <InApp /> : null}
      <section className="stack stack-close">
        <h2>{help.whatTitle}</h2>
        <p className="soft">{help.what}</p>
      </section>
      <SupportedWallets />
      <div className="spread">
        <Link to="/recover" className="text-link">
          {help.lost}
        </Link>
        <Link to="/sign-in" className="text-link">
          {help.back}
        </Link>
      </div>
    </Card>
  )
}

function SupportedWallets() {
  const allowed = usePage().boot.public.namespaces
  return (
    <>
      <section className="stack stack-close">
        <h2>{help.familiesTitle}</h2>
        <ul className="stack stack-close">
          {allowed.map((namespace) => (
            <li key={namespace} className="soft">
              <FamilyMark namespace={namespace} named /> <span className="medium">{families[namespace].name}.</span>{' '}
              {help.families[namespace]}
            </li>
          ))}
        </ul>
      </section>
      <section className="stack stack-close">
        <h2>{help.hardwareTitle}</h2>
        <p className="soft">{help.hardware}</p>
        {allowed.includes('solana') ? <p className="soft">{help.hardwareSolana}</p> : null}
      </section>
    </>
  )
}

function Install({ environment: { browser } }: { environment: BrowserEnvironment }) {
  const stores = storesFor(browser === 'other' ? 'chrome' : browser, usePage().boot.public.namespaces)
  if (stores.length === 0) return <p>{help.safari}</p>
  return (
    <>
      <Section title={help.installTitle(help.browsers[browser])} lead={help.installLead}>
        <StoreList stores={stores} />
      </Section>
      <Section title={help.afterTitle} lead={help.after}>
        <Button look="primary" onClick={() => location.assign('/sign-in')}>
          {help.installed}
        </Button>
      </Section>
    </>
  )
}

function Phone({ environment: { system } }: { environment: BrowserEnvironment }) {
  const { namespaces } = usePage().boot.public
  return (
    <>
      <Section title={help.phoneTitle} lead={help.phoneLead}>
        <AppLinks />
      </Section>
      <section className="stack">
        <h2>{help.noApp}</h2>
        <StoreList stores={storesFor(system === 'ios' ? 'ios' : 'android', namespaces)} />
      </section>
    </>
  )
}

function InApp() {
  const link = linkForApps(new URL(location.href)).href
  return (
    <Section title={help.inAppTitle} lead={help.inAppLead}>
      <CopyButton text={link} label={steps.signIn.copyLink} done={steps.signIn.linkCopied} look="primary" />
    </Section>
  )
}

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className="stack">
      <div>
        <h2>{title}</h2>
        <p className="soft">{lead}</p>
      </div>
      {children}
    </section>
  )
}

function StoreList({ stores }: { stores: StorePage[] }) {
  return (
    <ul className="stack stack-close">
      {stores.map(({ name, store, url }) => (
        <li key={name}>
          <a className="link-row" href={url} target="_blank" rel="noreferrer">
            <span>
              <span className="link-row-name">{name}</span>
              <span className="small soft">{help.store(store)}</span>
            </span>
            <Icon icon={ArrowUpRight} size={16} />
          </a>
        </li>
      ))}
    </ul>
  )
}
