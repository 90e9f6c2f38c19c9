import { useState } from 'react'
import { FullAddress } from '../../ui/address.tsx'
import { shortAddress } from '../../ui/address-text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { pages } from '../../words/pages.ts'
import { steps } from '../../words/steps.ts'
import { useAccount } from '../account/use-signed-in.ts'
import { ConnectionChip } from '../connection-chip.tsx'
import { Heading } from '../heading.tsx'
import { useConnection, usePage } from '../page-context.tsx'
import { Mismatch } from './mismatch.tsx'
import { SessionFacts } from './session-facts.tsx'
import './home.css'

const { home } = pages

export function HomeScreen() {
  const state = useAccount()
  const { me, session } = state
  return (
    <div className="stack stack-wide">
      <Mismatch state={state} />
      <div className="home-who">
        <Identicon address={session.wallet.address} size={56} />
        <div>
          <Heading screen={home.title}>{me.displayName ?? home.heading}</Heading>
          <p className="soft">
            <span className="mono" title={session.wallet.address} translate="no">
              {shortAddress(session.wallet.address)}
            </span>
            {' · '}
            {home.roles[me.role]}
          </p>
        </div>
      </div>
      <section className="sheet">
        <h2>{home.wallet}</h2>
        <dl>
          <div>
            <dt>{home.address}</dt>
            <dd className="home-address">
              <FullAddress address={session.wallet.address} />
              <CopyButton
                text={session.wallet.address}
                label={steps.address.copy}
                spoken={steps.address.copySpoken}
                done={steps.address.copied}
              />
            </dd>
          </div>
          <div>
            <dt>{home.signedWith}</dt>
            <dd>{session.wallet.name ?? home.unnamed}</dd>
          </div>
          <div>
            <dt>{home.connection}</dt>
            <dd>
              <ConnectionNow />
            </dd>
          </div>
        </dl>
      </section>
      <section className="sheet">
        <h2>{home.session}</h2>
        <SessionFacts session={session} />
      </section>
      <SignOut />
    </div>
  )
}

function ConnectionNow() {
  const connection = useConnection()
  return (
    <div className="stack stack-close">
      <ConnectionChip />
      {connection.status === 'disconnected' ? <p className="small soft">{home.detached}</p> : null}
    </div>
  )
}

/** Signing out never needs a wallet; letting go of the wallet as well is a wish of its own. */
function SignOut() {
  const { session, wallets } = usePage()
  const [refused, setRefused] = useState(false)
  const signOut = async (also: () => Promise<void>) => {
    setRefused(false)
    try {
      await session.signOut()
    } catch {
      setRefused(true)
      return
    }
    await also()
  }
  return (
    <div className="stack">
      {refused ? (
        <Notice tone="bad">
          <p>{home.notReached}</p>
        </Notice>
      ) : null}
      <div className="actions calm">
        <Button onClick={() => void signOut(async () => {})}>{home.signOut}</Button>
        <Button
          onClick={() =>
            void signOut(async () => {
              await wallets.disconnect()
              await wallets.forget()
            })
          }
        >
          {home.signOutAll}
        </Button>
      </div>
    </div>
  )
}
