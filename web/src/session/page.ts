import type { Boot } from '@countersign/contract/public.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { SessionStore } from './session.ts'
import type { Tabs } from './tabs.ts'

/** The parts that live as long as the page, made once in main.tsx. */
export type Page = { boot: Boot; tabs: Tabs; wallets: Wallets; session: SessionStore }

export function openPage(_boot: Boot): Page {
  throw new Error('not yet')
}
