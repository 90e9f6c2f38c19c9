/** The HTML that people see until the script of the page runs, rendered when the page is built. */

import type { Boot } from '@countersign/contract/routes/public.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Discovering } from './components/sign-in/discovering.tsx'
import { Card } from './page/card.tsx'
import { Frame } from './page/frame.tsx'
import { PageContext } from './page/page-context.tsx'
import { SUPPORTED_BROWSERS } from './page/supported-browsers.ts'
import type { Page } from './session/page.ts'
import { createSessionStore } from './session/session.ts'
import type { Timers } from './wallet/env.ts'
import { createWallets } from './wallet/wallets.ts'
import { placeholder } from './words/placeholder.ts'
import { words } from './words/words.ts'

/** Replaced by the server, which knows the site; see server/src/public/placeholder.ts. */
const NAME = '%name%'
const LOGO = '%logo%'

export function prerender() {
  return { frame: renderVariants(null), signIn: renderVariants(<SignIn />) }
}

function renderVariants(screen: ReactNode) {
  const render = (logo: string | null) =>
    renderToStaticMarkup(
      <PageContext value={openInertPage(logo)}>
        <div className="placeholder">
          <Frame account={null}>
            <noscript>{placeholder.noScript}</noscript>
            {screen}
            <StartFailed />
          </Frame>
        </div>
      </PageContext>,
    )
  return { mark: render(null), logo: render(LOGO) }
}

function SignIn() {
  return (
    <Card screen={words.signIn.title} title={words.signIn.title} lead={words.signIn.lead(NAME)}>
      <Discovering />
    </Card>
  )
}

/** Shown by the script in index.html. The help is a page without a script. */
function StartFailed() {
  const { title, body, browsers, help } = placeholder.failed
  const names = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => `${name} ${version}`)
  return (
    <div className="start-failed card stack stack-wide" role="alert">
      <div className="stack stack-close">
        <h1>{title}</h1>
        <p className="soft">{body}</p>
        <p className="soft">{browsers(new Intl.ListFormat('en', { type: 'disjunction' }).format(names))}</p>
      </div>
      <a className="text-link" href="/docs/wallets#browsers">
        {help}
      </a>
    </div>
  )
}

/** A page without browser, wallets or session. */
function openInertPage(logo: string | null): Page {
  const boot: Boot = {
    public: {
      name: NAME,
      logo,
      origin: '',
      contact: null,
      accent: null,
      registration: 'open',
      namespaces: [],
      phone: false,
      setupNeeded: false,
      demoWallet: false,
      walletConnect: null,
      baseAccount: null,
      walletApps: [],
    },
    session: null,
    sessionProblem: 'unauthenticated',
    destination: null,
  }
  const ignore = () => () => undefined
  const timers: Timers = { now: Date.now, after: ignore }
  const tabs = { post: ignore, subscribe: ignore }
  const call = () => Promise.reject(new Error('The placeholder calls no route.'))
  return {
    boot,
    tabs,
    wallets: createWallets({
      window: new EventTarget(),
      localStorage: undefined,
      sessionStorage: undefined,
      timers,
      announcesLate: false,
      onReturn: ignore,
      tabs: { announceDisconnect: ignore, onDisconnect: ignore },
      locale: undefined,
      loadDemo: undefined,
      loadLinked: undefined,
      discoveries: [],
    }),
    session: createSessionStore(boot, { call, tabs, timers, onReturn: ignore, reloadToHome: ignore }),
    blockedScripts: { seen: () => false, subscribe: ignore },
  }
}
