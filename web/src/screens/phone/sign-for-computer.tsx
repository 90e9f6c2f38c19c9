import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn } from '../../components/sign-in/use-sign-in.ts'
import { usePage } from '../../page/page-context.tsx'
import { createPhoneFlow } from '../../sign-in/flows/phone-flow.ts'
import { phonePage as text } from '../../words/phone-page.ts'
import type { Approval, PhoneApproval } from './approval.ts'
import { DeclineButton } from './decline-button.tsx'

type SignForComputerProps = { state: Extract<Approval, { step: 'matched' }>; approval: PhoneApproval }

export function SignForComputer({ state, approval }: SignForComputerProps) {
  const { code, challenge, asker } = state
  const page = usePage()
  const signIn = useSignIn(() =>
    createPhoneFlow(page, { code, challenge, onApproved: approval.approved, onRefused: approval.refused }),
  )
  const decline = <DeclineButton state={state} onDecline={approval.decline} />
  return (
    <Flow
      signIn={signIn}
      title={text.walletTitle}
      lead={text.walletLeads[asker.purpose]}
      screen={text.screen}
      after={() => decline}
      withoutWallets={decline}
      onSignedIn={() => {}} // the approval shows what follows
    />
  )
}
