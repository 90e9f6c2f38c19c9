import { Suspense } from 'react'
import { lazyComponent } from '../../page/chunk.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AccountActions, AccountCard, AccountStep } from './account-step.tsx'
import { Failed } from './failed.tsx'
import { LinkStep } from './link-step.tsx'
import { NoWallet } from './no-wallet.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import { PhoneRow } from './phone-row.tsx'
import { SignStep, WaitHints } from './sign-step.tsx'
import { OtherTab, PendingDeletion, SignedInStep, Suspended, Verifying } from './status-steps.tsx'
import { announcementFor, headFor, noticeText, type PhoneHead, waitText } from './view-words.ts'

const PhoneStep = lazyComponent(async () => (await import('../phone/phone-step.tsx')).PhoneStep)

type FlowStepProps = {
  view: Exclude<View, { screen: 'choosing' | 'connecting' }>
  signIn: SignIn
  ready: () => boolean
  onSignedIn: (next: string) => void
  phoneHead: PhoneHead
}

function FlowStep({ view, signIn, ready, onSignedIn, phoneHead }: FlowStepProps) {
  switch (view.screen) {
    case 'phone':
      return signIn.phone ? (
        <Suspense fallback={<Spinner />}>
          <PhoneStep request={signIn.phone} signIn={signIn} onHead={phoneHead[1]} />
        </Suspense>
      ) : null
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
  PhoneRow,
  WaitHints,
  announcementFor,
  headFor,
  noticeText,
  waitText,
}

export type LazySteps = typeof lazySteps
