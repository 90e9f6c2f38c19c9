import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { AccountActions, AccountCard, AccountStep } from './account-step.tsx'
import { Failed } from './failed.tsx'
import { LinkStep } from './link-step.tsx'
import { NoWallet } from './no-wallet.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import { SignStep, WaitHints } from './sign-step.tsx'
import { OtherTab, PendingDeletion, SignedInStep, Suspended, Verifying } from './status-steps.tsx'
import { announcementFor, headFor, noticeText, waitText } from './view-words.ts'

type FlowStepProps = {
  view: Exclude<View, { screen: 'choosing' | 'connecting' }>
  signIn: SignIn
  ready: () => boolean
  onSignedIn: (next: string) => void
}

function FlowStep({ view, signIn, ready, onSignedIn }: FlowStepProps) {
  switch (view.screen) {
    case 'linking':
      return <LinkStep view={view} signIn={signIn} />
    case 'connected':
    case 'preparing':
      return <AccountStep view={view} signIn={signIn} ready={ready} />
    case 'awaiting_signature':
      return <SignStep view={view} signIn={signIn} />
    case 'verifying':
      return <Verifying view={view} signIn={signIn} />
    case 'signed_in':
      return <SignedInStep next={view.next} onSignedIn={onSignedIn} />
    case 'suspended':
      return <Suspended signIn={signIn} />
    case 'leaving':
      return <PendingDeletion signIn={signIn} />
    case 'other_tab':
      return <OtherTab signIn={signIn} />
    case 'failed':
      return <Failed problem={view.problem} signIn={signIn} ready={ready} />
  }
}

export const lazySteps = {
  AccountActions,
  AccountCard,
  FlowStep,
  NoWallet,
  OtherAccounts,
  WaitHints,
  announcementFor,
  headFor,
  noticeText,
  waitText,
}

export type LazySteps = typeof lazySteps
