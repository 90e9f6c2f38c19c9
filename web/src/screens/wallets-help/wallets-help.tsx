import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { linkToSignIn } from '../../components/wallet-apps/app-link.ts'
import { AppLinks } from '../../components/wallet-apps/app-links.tsx'
import { type Browser, type BrowserEnvironment, detectBrowser } from '../../page/browser-environment.ts'
import { Card } from '../../page/card.tsx'
import { Link } from '../../page/history.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { pages } from '../../words/pages.ts'
import { steps } from '../../words/steps.ts'

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
  return (
    <>
      <Section title={help.phoneTitle} lead={help.phoneLead}>
        <AppLinks />
      </Section>
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
            <ArrowUpRight size={16} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}

type Platform = Exclude<Browser, 'other'> | 'ios' | 'android'
type StorePage = { name: string; store: string; url: string }

const STORES: Partial<Record<Platform, { store: string; base: string }>> = {
  chrome: { store: 'the Chrome Web Store', base: 'https://chromewebstore.google.com/detail/' },
  firefox: { store: 'Firefox Add-ons', base: 'https://addons.mozilla.org/firefox/addon/' },
  edge: { store: 'Edge Add-ons', base: 'https://microsoftedge.microsoft.com/addons/detail/' },
  ios: { store: 'the App Store', base: 'https://apps.apple.com/app/id' },
  android: { store: 'Google Play', base: 'https://play.google.com/store/apps/details?id=' },
}

const WALLETS: ({ name: string } & Partial<Record<Platform, string>>)[] = [
  {
    name: 'MetaMask',
    chrome: 'metamask/nkbihfbeogaeaoehlefnkodbefgpgknn',
    firefox: 'ether-metamask/',
    edge: 'metamask/ejbalbakoplchlghecdalmeeeajnimhm',
    ios: '1438144202',
    android: 'io.metamask',
  },
  { name: 'Rabby', chrome: 'rabby-wallet/acmacodkjbdgmoleebolmdjonilkdbch' },
  {
    name: 'Coinbase Wallet',
    chrome: 'coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad',
    ios: '1278383455',
    android: 'org.toshi',
  },
  {
    name: 'Phantom',
    chrome: 'phantom/bfnaelmomeimhlpmgjnjophhpkkoljpa',
    firefox: 'phantom-app/',
    ios: '1598432977',
    android: 'app.phantom',
  },
]

function storesFor(platform: Platform): StorePage[] {
  return WALLETS.flatMap((wallet) => {
    // Edge installs extensions of the Chrome Web Store too.
    const listed = platform === 'edge' && !wallet.edge ? 'chrome' : platform
    const [store, id] = [STORES[listed], wallet[listed]]
    return store && id ? [{ name: wallet.name, store: store.store, url: store.base + id }] : []
  })
}
