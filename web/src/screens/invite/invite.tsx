import { AppError } from '@countersign/contract/errors.ts'
import { useState } from 'react'
import { ConnectionError } from '../../api/connection-error.ts'
import { Contact } from '../../components/contact.tsx'
import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn } from '../../components/sign-in/use-sign-in.ts'
import { Heading } from '../../page/heading.tsx'
import { Link } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { createSignInFlow } from '../../sign-in/sign-in-flow.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Moment } from '../../ui/time.tsx'
import { entry } from '../../words/entry.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { type Invitation, useInvitation } from './use-invitation.ts'
import './invite.css'

const { invite } = entry

/** Who invites, as what and until when; then it is a sign-in like any other. */
export function InviteScreen({ token }: { token: string }) {
  const looked = useInvitation(token)
  if (looked.status === 'found') return <Accept token={token} invitation={looked.invitation} />
  if (looked.status === 'refused') return <NotOpen error={looked.error} onAgain={looked.again} />
  return (
    <div className="card stack stack-wide">
      <Heading screen={invite.title}>{invite.title}</Heading>
      <Skeleton label={invite.loading} lines={4} />
    </div>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const page = usePage()
  const [inside] = useState(() => page.session.getSession().status === 'signed-in')
  const signIn = useSignIn(() => createSignInFlow(page, { returnTo: undefined, switching: inside, invite: token }))
  return (
    <Flow
      signIn={signIn}
      title={invite.title}
      lead={invite.lead(page.boot.public.name)}
      fields={<Facts invitation={invitation} />}
      banner={inside ? <SignedIn /> : null}
      after={() => (
        <p className="small soft">
          {invite.known} <Link to="/sign-in">{invite.signIn}</Link>
        </p>
      )}
    />
  )
}

function Facts({ invitation: { inviter, role, wallet, expiresAt } }: { invitation: Invitation }) {
  return (
    <>
      <dl className="invite-facts">
        {inviter === null ? null : (
          <div>
            <dt>{invite.from}</dt>
            <dd>
              <bdi>{inviter}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{invite.role}</dt>
          <dd>{invite.roles[role]}</dd>
        </div>
        {wallet === null ? null : (
          <div>
            <dt>{invite.wallet}</dt>
            <dd>
              <bdi className="mono" dir="ltr" translate="no">
                {wallet}
              </bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{invite.until}</dt>
          <dd>
            <Moment at={expiresAt} />
          </dd>
        </div>
      </dl>
      {wallet === null ? null : (
        <Notice>
          <p>{invite.onlyWallet(wallet)}</p>
        </Notice>
      )}
    </>
  )
}

function SignedIn() {
  return (
    <Notice
      actions={
        <Link to="/home" className="button plain">
          <span>{invite.home}</span>
        </Link>
      }
    >
      <p>{invite.signedIn}</p>
    </Notice>
  )
}

const OVER = ['invite_invalid', 'invite_used', 'invite_expired', 'invalid_body', 'not_found']

/** Used up, run out, taken back or never there; or we could not look. */
function NotOpen({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const code = error instanceof AppError || error instanceof ConnectionError ? error.code : 'internal'
  const over = OVER.includes(code)
  const { title, body } = wordsForProblem(code === 'invalid_body' || code === 'not_found' ? 'invite_invalid' : code, '')
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={invite.title}>{title}</Heading>
        <p className="soft">{body}</p>
      </div>
      {over ? (
        <>
          <p className="small soft">{invite.known}</p>
          <Link to="/sign-in" className="button primary">
            <span>{invite.signIn}</span>
          </Link>
        </>
      ) : (
        <Button look="primary" onClick={onAgain}>
          {invite.tryAgain}
        </Button>
      )}
      <Contact />
    </div>
  )
}
