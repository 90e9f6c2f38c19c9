import type { AnswerOf } from '@countersign/contract/route.ts'
import { lookUpInvite } from '@countersign/contract/routes/admin/invite.ts'
import { useState } from 'react'
import { Contact } from '../../components/contact.tsx'
import { errorCode } from '../../components/error-code.ts'
import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn } from '../../components/sign-in/use-sign-in.ts'
import { useLookup } from '../../components/use-lookup.ts'
import { Card } from '../../page/card.tsx'
import { Link } from '../../page/history.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { usePage } from '../../page/page-context.tsx'
import { createSignInFlow } from '../../sign-in/flows/sign-in-flow.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { ExactTime } from '../../ui/data/time.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FamilyMark } from '../../ui/identity/family-mark.tsx'
import { invite } from '../../words/entry.ts'
import { wordsForProblem } from '../../words/problems.ts'

type Invitation = AnswerOf<typeof lookUpInvite>

export function InviteScreen({ token }: { token: string }) {
  const { lookup, retry } = useLookup(lookUpInvite, { query: { token } })
  if (lookup.status === 'found') return <Accept token={token} invitation={lookup.data} />
  if (lookup.status === 'failed') return <LookupFailed error={lookup.error} onRetry={retry} />
  return (
    <Card screen={invite.title} title={invite.title}>
      <Skeleton label={invite.loading} lines={4} />
    </Card>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const page = usePage()
  const [signedIn] = useState(() => page.session.getSession().status === 'signed-in')
  const signIn = useSignIn(() => createSignInFlow(page, { returnTo: undefined, switching: signedIn, invite: token }))
  return (
    <Flow
      signIn={signIn}
      title={invite.title}
      lead={invite.lead(page.boot.public.name)}
      fields={<InvitationFacts invitation={invitation} />}
      banner={
        signedIn ? <Notice actions={<LinkButton to="/home">{invite.home}</LinkButton>}>{invite.signedIn}</Notice> : null
      }
      after={() => (
        <p className="small soft">
          {invite.haveAccount} <Link to="/sign-in">{invite.signIn}</Link>
        </p>
      )}
    />
  )
}

function InvitationFacts({ invitation: { inviter, role, wallet, namespace, expiresAt } }: { invitation: Invitation }) {
  const address = (
    <>
      {namespace === null ? null : <FamilyMark namespace={namespace} />}{' '}
      <bdi className="mono" dir="ltr" translate="no">
        {wallet}
      </bdi>
    </>
  )
  return (
    <>
      <Facts
        className="fact-list"
        of={[
          inviter === null ? null : [invite.from, <bdi key="inviter">{inviter}</bdi>],
          [invite.role, invite.roles[role]],
          wallet === null ? null : [invite.wallet, address],
          [invite.until, <ExactTime key="until" at={expiresAt} />],
        ]}
      />
      {wallet === null ? null : <Notice>{invite.onlyWallet(wallet)}</Notice>}
    </>
  )
}

const UNUSABLE = ['invite_invalid', 'invite_used', 'invite_expired']

function LookupFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const received = errorCode(error)
  const code = received === 'invalid_body' || received === 'not_found' ? 'invite_invalid' : received
  const { title, body } = wordsForProblem(code, '')
  return (
    <Card key={code} screen={invite.title} title={title} lead={body}>
      {UNUSABLE.includes(code) ? (
        <>
          <p className="small soft">{invite.haveAccount}</p>
          <LinkButton to="/sign-in" look="primary">
            {invite.signIn}
          </LinkButton>
        </>
      ) : (
        <Button look="primary" onClick={onRetry}>
          {invite.tryAgain}
        </Button>
      )}
      <Contact />
    </Card>
  )
}
