import { useEffect, useState } from 'react'
import { takeIntent, useQuery } from '../../page/history.tsx'
import { SmallLink } from '../../page/link-button.tsx'
import { usePage, useSession } from '../../page/page-context.tsx'
import type { SignedOutReason } from '../../session/session.ts'
import { createSignInFlow } from '../../sign-in/flows/sign-in-flow.ts'
import { Checkbox } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { isKey } from '../../words/is-key.ts'
import { words } from '../../words/words.ts'
import { Flow, type FlowProps } from './flow.tsx'
import { useSignIn } from './use-sign-in.ts'

type SignInCardProps = { returnTo: string | undefined; switching: boolean; phone?: boolean } & Partial<
  Pick<FlowProps, 'title' | 'lead' | 'banner' | 'onSignedIn'>
>

export function SignInCard({ returnTo, switching, phone, ...overrides }: SignInCardProps) {
  const page = usePage()
  const signIn = useSignIn(() => createSignInFlow(page, { returnTo, switching, phone }))
  useEffect(() => {
    if (takeIntent() === 'continue') signIn.continue()
  }, [signIn])
  const [keep, setKeep] = useState(false)
  const changeKeep = (next: boolean) => {
    setKeep(next)
    signIn.setKeep(next)
  }
  const lostWallet = <SmallLink to="/recover">{words.signIn.lostWallet}</SmallLink>
  return (
    <Flow
      signIn={signIn}
      title={words.signIn.title}
      lead={words.signIn.lead(page.boot.public.name)}
      banner={<SignedOutNotice />}
      {...overrides}
      after={(view, isEmpty) => (
        <div className="sign-in-extras">
          <Checkbox label={words.signIn.keep} checked={keep} onChange={(event) => changeKeep(event.target.checked)} />
          <div className="spread">
            {view.screen === 'connected' || isEmpty ? null : (
              <SmallLink to="/wallets/help">{words.signIn.noWallet}</SmallLink>
            )}
            {lostWallet}
          </div>
        </div>
      )}
      withoutWallets={lostWallet}
    />
  )
}

type Reason = keyof typeof words.reasons

const REASONS: Record<SignedOutReason, Reason | undefined> = {
  never: undefined,
  signed_out: undefined, // the sign-out page said so
  signed_out_elsewhere: 'elsewhere',
  session_expired: 'expired',
  session_revoked: 'ended',
  wallet_changed: 'wallet_changed',
}

function SignedOutNotice() {
  const requested = useQuery('reason')
  const session = useSession()
  const last = session.status === 'signed-out' ? REASONS[session.reason] : undefined
  const reason = isKey(words.reasons, requested) ? requested : last
  return reason ? <Notice>{words.reasons[reason]}</Notice> : null
}
