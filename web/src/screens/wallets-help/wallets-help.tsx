import { ArrowUpRight } from 'lucide-react'
import { linkToSignIn } from '../../components/wallet-apps/app-link.ts'
import { AppLinks } from '../../components/wallet-apps/app-links.tsx'
import { type BrowserEnvironment, detectBrowser } from '../../page/browser-environment.ts'
import { Card } from '../../page/card.tsx'
import { Link } from '../../page/history.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { pages } from '../../words/pages.ts'
import { steps } from '../../words/steps.ts'
import { type Store, storeWallets } from './stores.ts'

const { help } = pages

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

function Install({ environment: { browser } }: { environment: BrowserEnvironment }) {
  const stores = storesFor(browser === 'other' ? 'chrome' : browser)
  if (stores.length === 0) return <p>{help.safari}</p>
  return (
    <>
      <section className="stack">
        <div>
          <h2>{help.installTitle(help.browsers[browser])}</h2>
          <p className="soft">{help.installLead}</p>
        </div>
        <StoreList stores={stores} />
      </section>
      <section className="stack">
        <div>
          <h2>{help.afterTitle}</h2>
          <p className="soft">{help.after}</p>
        </div>
        <Button look="primary" onClick={() => location.assign('/sign-in')}>
          {help.installed}
        </Button>
      </section>
    </>
  )
}

function Phone({ environment: { system } }: { environment: BrowserEnvironment }) {
  return (
    <>
      <section className="stack">
        <div>
          <h2>{help.phoneTitle}</h2>
          <p className="soft">{help.phoneLead}</p>
        </div>
        <AppLinks />
      </section>
      <section className="stack">
        <h2>{help.noApp}</h2>
        <StoreList stores={storesFor(system === 'ios' ? 'ios' : 'android')} />
      </section>
    </>
  )
}

function InApp() {
  const link = linkToSignIn(new URL(location.href)).href
  return (
    <section className="stack">
      <div>
        <h2>{help.inAppTitle}</h2>
        <p className="soft">{help.inAppLead}</p>
      </div>
      <CopyButton text={link} label={steps.signIn.copyLink} done={steps.signIn.linkCopied} look="primary" />
    </section>
  )
}

function StoreList({ stores }: { stores: { name: string; store: Store }[] }) {
  return (
    <ul className="stack stack-close">
      {stores.map(({ name, store }) => (
        <li key={name}>
          <a className="link-row" href={store.url} target="_blank" rel="noreferrer">
            <span>
              <span className="link-row-name">{name}</span>
              <span className="small soft">{help.store(store.name)}</span>
            </span>
            <ArrowUpRight size={16} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}

function storesFor(platform: keyof (typeof storeWallets)[number]['stores']): { name: string; store: Store }[] {
  return storeWallets.flatMap(({ name, stores }) => {
    const store = stores[platform]
    return store ? [{ name, store }] : []
  })
}
