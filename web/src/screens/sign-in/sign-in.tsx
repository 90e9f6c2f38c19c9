import { isReturnTo } from '@countersign/contract/return-to.ts'
import { useState } from 'react'
import type { SignedOutReason } from '../../session/session.ts'
import { beginSignIn } from '../../sign-in/begin.ts'
import { Checkbox } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words/words.ts'
import { Link, useQuery } from '../history.tsx'
import { usePage, useSession } from '../page-context.tsx'
import { Flow } from './flow.tsx'
import { useSignIn } from './use-sign-in.ts'

export function SignInScreen() {
  const page = usePage()
  const returnTo = useQuery('return_to')
  const signIn = useSignIn(() =>
    beginSignIn(page, { returnTo: returnTo && isReturnTo(returnTo) ? returnTo : undefined }),
  )
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
      after={
        <div className="sign-in-extras">
          <Checkbox label={words.signIn.keep} checked={keep} onChange={(event) => changeKeep(event.target.checked)} />
          <Link to="/wallets/help" className="sign-in-help small">
            {words.signIn.noWallet}
          </Link>
        </div>
      }
    />
  )
}

type Reason = keyof typeof words.reasons

const REASONS: Record<SignedOutReason, Reason | undefined> = {
  never: undefined,
  signed_out: 'signed_out',
  signed_out_elsewhere: 'elsewhere',
  session_expired: 'expired',
  session_revoked: 'ended',
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
