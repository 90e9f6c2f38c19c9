import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { AccountStep } from './account-step.tsx'
import { Failed } from './failed.tsx'
import { LinkStep } from './link-step.tsx'
import { NoWallet } from './no-wallet.tsx'
import { SignStep } from './sign-step.tsx'
import { Sealed } from './signed-in-step.tsx'
import { Leaving, OtherTab, Suspended, Verifying } from './status-steps.tsx'
import { announcementFor, headingFor, leadFor, noticeText, waitText } from './view-words.ts'
import { WaitHints } from './wait-hints.tsx'

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
      return <Sealed next={view.next} onSignedIn={onSignedIn} />
    case 'suspended':
      return <Suspended signIn={signIn} />
    case 'leaving':
      return <Leaving signIn={signIn} />
    case 'other_tab':
      return <OtherTab signIn={signIn} />
    case 'failed':
      return <Failed problem={view.problem} signIn={signIn} />
  }
}

/** Everything about a sign-in that nobody needs before the list of wallets can be clicked. */
export const lazySteps = { FlowStep, NoWallet, announcementFor, headingFor, leadFor, noticeText, waitText, WaitHints }

export type LazySteps = typeof lazySteps
