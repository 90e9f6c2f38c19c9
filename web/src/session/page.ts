import type { Boot } from '@countersign/contract/routes/public.ts'
import { callRoute } from '../api/call.ts'
import type { KeyValue, WalletEnv } from '../wallet/env.ts'
import { discoveriesOf, usableNamespaces } from '../wallet/families.ts'
import { createWallets, type Wallets } from '../wallet/wallets.ts'
import {
  type BlockedScripts,
  browserStorage,
  browserTimers,
  isMobile,
  onReturn,
  watchBlockedScripts,
} from './browser.ts'
import { createSessionStore, type SessionStore } from './session.ts'
import { createTabs, type Tabs } from './tabs.ts'

/** Created once, in main.tsx. */
export type Page = {
  boot: Boot
  tabs: Tabs
  wallets: Wallets
  session: SessionStore
  blockedScripts: BlockedScripts
}

export function openPage(boot: Boot): Page {
  const blockedScripts = watchBlockedScripts()
  const localStorage = browserStorage('localStorage')
  const tabs = createTabs({
    openChannel: 'BroadcastChannel' in window ? () => new BroadcastChannel('countersign') : undefined,
    localStorage,
    window,
  })
  const wallets = createWallets({
    window,
    localStorage,
    sessionStorage: browserStorage('sessionStorage'),
    timers: browserTimers,
    announcesLate: isMobile(),
    onReturn,
    tabs: {
      announceDisconnect: () => tabs.post({ t: 'wallet_gone', at: Date.now() }),
      onDisconnect: (listener) =>
        tabs.subscribe(({ t }) => {
          if (t === 'wallet_gone') listener()
        }),
    },
    discoveries: discoveriesOf(usableNamespaces(boot)),
    locale: document.documentElement.lang || undefined,
    loadDemo: boot.public.demoWallet
      ? async () => (await import('../wallet/demo/demo-wallet.ts')).openDemoWallet(localStorage)
      : undefined,
    loadLinked: linkedLoader(boot, localStorage),
  })
  const session = createSessionStore(boot, {
    call: callRoute,
    tabs,
    timers: browserTimers,
    onReturn,
    // A consent screen reloads: its request applies to the person who is signed in now.
    reloadToHome: () => location.assign(location.pathname.startsWith('/consent/') ? location.href : '/home'),
  })
  return { boot, tabs, wallets, session, blockedScripts }
}

/** A chunk of its own: most operators enable none of them. */
function linkedLoader(boot: Boot, localStorage: KeyValue | undefined): WalletEnv['loadLinked'] {
  const { public: config } = boot
  if ((!config.baseAccount && !config.walletConnect) || !usableNamespaces(boot).includes('eip155')) return undefined
  return async () =>
    (await import('../wallet/connection/linked.ts')).listLinkedWallets(config, { localStorage, timers: browserTimers })
}
