import type { AnswerOf } from '@countersign/contract/route.ts'
import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/interaction.ts'
import { useEffect, useRef, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { scheduledDeletion } from '../../components/deletion-notice.ts'
import { disconnectWallet, useSignOut } from '../../components/sign-out/use-sign-out.ts'
import { useLookup } from '../../components/use-lookup.ts'
import { Heading } from '../../page/heading.tsx'
import { navigate, useQuery } from '../../page/history.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { useConnection, usePage, useSession } from '../../page/page-context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { AppLogo, WithLogo } from '../../ui/identity/app-logo.tsx'
import { account } from '../../words/account/account.ts'
import { signOut } from '../../words/pages.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

export function SignOutScreen() {
  const session = useSession()
  const app = useSignOutRequest()
  const wasSignedOut = useRef(false)
  useEffect(() => {
    if (session.status === 'signed-out') wasSignedOut.current = true
    // Signed in again in another tab: nobody asked to sign out here.
    else if (session.status === 'signed-in' && wasSignedOut.current) navigate('/home', { replace: true })
  }, [session.status])
  if (session.status === 'signed-in' && wasSignedOut.current) return null
  return (
    <div className="card stack stack-wide">
      {session.status === 'signed-in' ? <Confirm app={app} /> : <Done key="done" app={app} />}
    </div>
  )
}

type RequestingApp = AnswerOf<typeof getSignOutRequest>['app']
type RequestProps = { app: RequestingApp | undefined }

function Confirm({ app }: RequestProps) {
  const connected = useConnection().status === 'connected'
  const { busy, signOut: end } = useSignOut()
  return (
    <>
      <div className="stack stack-close">
        <Heading screen={signOut.title}>{signOut.confirmTitle}</Heading>
        {app ? <Requester app={app} /> : null}
        <p className="soft">
          {signOut.confirm} {connected ? signOut.staysConnected : null}
        </p>
      </div>
      <div className="actions">
        <Button look="primary" busy={busy} onClick={() => void end()}>
          {busy ? account.signingOut : signOut.signOut}
        </Button>
        <LinkButton to="/home">{signOut.stay}</LinkButton>
      </div>
    </>
  )
}

function Requester({ app: { name, logo, host } }: { app: RequestingApp }) {
  return (
    <WithLogo picture={logo ? <AppLogo logo={logo} size={40} /> : null}>
      <p className="soft">
        <bdi>{name}</bdi> {signOut.asks}{' '}
        <bdi className="mono" dir="ltr" translate="no">
          {host}
        </bdi>
        .
      </p>
    </WithLogo>
  )
}

function Done({ app }: RequestProps) {
  const { wallets } = usePage()
  const connected = useConnection().status === 'connected'
  const [disconnected, setDisconnected] = useState(false)
  const disconnect = async () => {
    await disconnectWallet(wallets)
    setDisconnected(true)
  }
  const until = scheduledDeletion.get()
  const goingBack = useReturnToApp()
  const title = until ? signOut.deletingTitle : signOut.doneTitle
  useEffect(() => announce(title), [title])
  return (
    <>
      <div className="stack stack-close">
        <Heading screen={signOut.title}>{title}</Heading>
        {goingBack && app ? (
          <p className="soft">
            {signOut.goingBack} <bdi>{app.name}</bdi>…
          </p>
        ) : null}
        {until ? <p className="soft">{signOut.deleting(day.format(new Date(until)))}</p> : null}
        {connected ? <p className="soft">{signOut.stillConnected}</p> : null}
        {disconnected && !connected ? <p className="soft">{signOut.gone}</p> : null}
      </div>
      <div className="actions">
        <SignInAgain look={goingBack ? 'plain' : 'primary'} connected={connected} />
        {connected ? <Button onClick={() => void disconnect()}>{signOut.disconnect}</Button> : null}
      </div>
    </>
  )
}

function SignInAgain({ look, connected }: { look: 'plain' | 'primary'; connected: boolean }) {
  return connected ? (
    <Button look={look} onClick={() => navigate('/sign-in', { intent: 'continue' })}>
      {signOut.again}
    </Button>
  ) : (
    <LinkButton to="/sign-in" look={look}>
      {signOut.again}
    </LinkButton>
  )
}

function useSignOutRequest(): RequestingApp | undefined {
  const id = useQuery('request')
  const { lookup } = useLookup(getSignOutRequest, id === undefined ? undefined : { params: { id } })
  return lookup.status === 'found' ? lookup.data.app : undefined
}

function useReturnToApp(): boolean {
  const id = useQuery('request')
  const [leaving, setLeaving] = useState(id !== undefined)
  useEffect(() => {
    if (id === undefined) return
    callRoute(leaveToApp, undefined, { params: { id } }).then(
      ({ redirectTo }) => location.replace(redirectTo),
      () => setLeaving(false),
    )
  }, [id])
  return leaving
}
