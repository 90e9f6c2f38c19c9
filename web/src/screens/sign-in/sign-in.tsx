import { isReturnTo } from '@countersign/contract/return-to.ts'
import { useEffect, useState } from 'react'
import { continueAtOnce } from '../../components/sign-in/continue-at-once.ts'
import { Flow, type FlowProps } from '../../components/sign-in/flow.tsx'
import { useSignIn } from '../../components/sign-in/use-sign-in.ts'
import { Link, navigate, useQuery } from '../../page/history.tsx'
import { usePage, useSession } from '../../page/page-context.tsx'
import type { SignedOutReason } from '../../session/session.ts'
import { beginSignIn } from '../../sign-in/begin.ts'
import { Checkbox } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words/words.ts'

/** Someone who is signed in has nothing to do here, unless they want to be someone else. */
export function SignInScreen() {
  const asked = useQuery('return_to')
  const returnTo = asked && isReturnTo(asked) ? asked : undefined
  const switching = useQuery('switch') !== undefined
  const { session } = usePage()
  const [inside] = useState(() => session.getSession().status === 'signed-in')
  useEffect(() => {
    if (inside && !switching) navigate(returnTo ?? '/home', { replace: true })
  }, [inside, switching, returnTo])
  return inside && !switching ? null : <SignIn returnTo={returnTo} switching={switching} />
}

type SignInProps = { returnTo: string | undefined; switching: boolean } & Partial<
  Pick<FlowProps, 'title' | 'lead' | 'banner' | 'onSignedIn'>
>

/** The screen itself; an app that asks for a sign-in has words of its own for it. */
export function SignIn({ returnTo, switching, ...own }: SignInProps) {
  const page = usePage()
  const signIn = useSignIn(() => beginSignIn(page, { returnTo, switching }))
  useEffect(() => {
    if (continueAtOnce.asked) signIn.continue()
    continueAtOnce.asked = false
  }, [signIn])
  const [keep, setKeep] = useState(false)
  const changeKeep = (next: boolean) => {
    setKeep(next)
    signIn.setKeep(next)
  }
  return (
    <Flow
      signIn={signIn}
      title={words.signIn.title}
      lead={words.signIn.lead(page.boot.public.name)}
      banner={<Reason />}
      {...own}
      after={(view) => (
        <div className="sign-in-extras">
          <Checkbox label={words.signIn.keep} checked={keep} onChange={(event) => changeKeep(event.target.checked)} />
          {view.screen === 'connected' ? null : (
            <Link to="/wallets/help" className="text-link small">
              {words.signIn.noWallet}
            </Link>
          )}
          {page.boot.public.setupNeeded ? (
            <Link to="/setup" className="text-link small">
              {words.signIn.setUp}
            </Link>
          ) : null}
        </div>
      )}
      end={
        <Link to="/recover" className="text-link small">
          {words.signIn.lost}
        </Link>
      }
    />
  )
}

type Reason = keyof typeof words.reasons

const REASONS: Record<SignedOutReason, Reason | undefined> = {
  never: undefined,
  // They know: the screen before this one said so.
  signed_out: undefined,
  signed_out_elsewhere: 'elsewhere',
  session_expired: 'expired',
  session_revoked: 'ended',
  wallet_changed: 'wallet_changed',
}

/** Why the person is here: what the address says, or else what the server said about the last session. */
function Reason() {
  const asked = useQuery('reason')
  const session = useSession()
  const known = session.status === 'signed-out' ? REASONS[session.reason] : undefined
  const reason = asked && Object.hasOwn(words.reasons, asked) ? (asked as Reason) : known // own keys only
  if (!reason) return null
  return (
    <Notice>
      <p>{words.reasons[reason]}</p>
    </Notice>
  )
}
