import { families, type Namespace } from '@countersign/contract/family/family.ts'
import type { KeyValue } from '../env.ts'
import { createProviderError } from '../evm/provider.ts'
import type { ShowPrompt } from './demo-prompt.ts'
import type { Keyring } from './keyring.ts'

export type DemoEnv = {
  window: EventTarget
  localStorage: KeyValue | undefined
  origin: string
  showPrompt: ShowPrompt
}

export type DemoContext = { env: DemoEnv; keyring: Keyring; isOpen: boolean }

type Confirmation = {
  namespace: Namespace
  /** The current account, which may change while the prompt is open. */
  account(): string
  /** Undefined when the site asks to connect. */
  signing?: { address: string; message: string }
}

/** One dialog at a time, like other wallets. */
export async function confirm(context: DemoContext, { namespace, account, signing }: Confirmation): Promise<void> {
  const { env, keyring } = context
  if (context.isOpen) throw createProviderError(-32002, 'A request is already waiting in the demo wallet.')
  context.isOpen = true
  try {
    const answer = await env.showPrompt({
      origin: env.origin,
      family: families[namespace].name,
      signing,
      account,
      count: () => keyring.keys().length,
      changeAccount: (change) => (change === 'new' ? keyring.addAccount() : keyring.nextAccount()),
    })
    if (answer === 'rejected') throw createProviderError(4001, 'The request was rejected in the demo wallet.')
    if (answer === 'account_changed') throw createProviderError(4100, 'The account was changed in the demo wallet.')
  } finally {
    context.isOpen = false
  }
}
