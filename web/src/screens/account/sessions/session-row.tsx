import { contractChain } from '@countersign/contract/chain-name.ts'
import { TOUCH_INTERVAL_MS } from '@countersign/contract/limits.ts'
import { endOwnSession, listSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { walletKind } from '../../../components/wallet-words.ts'
import { When } from '../../../components/when.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { ShortAddress } from '../../../ui/address.tsx'
import { spelledEnd } from '../../../ui/address-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { sessions as text } from '../../../words/account-sessions.ts'
import { steps } from '../../../words/steps.ts'

/** `lastSeenAt` is updated at most once per interval. */
const ACTIVE_MS = 2 * TOUCH_INTERVAL_MS

export function SessionRow({ session }: { session: SessionItem }) {
  const { device, near, wallet, current, createdAt } = session
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  return (
    <article className="sheet-row sheet">
      <Icon size={24} aria-hidden="true" />
      <div>
        <div className="row">
          <h2>{device}</h2>
          {current ? <Tag tone="good">{text.here}</Tag> : null}
        </div>
        <p className="soft">
          {text.ip(near)} · <LastActive session={session} />
        </p>
        <p className="small soft">
          {text.signedWith} {wallet.label ?? wallet.name ?? text.aWallet}{' '}
          {wallet.ens ? <bdi translate="no">{wallet.ens} </bdi> : null}
          <ShortAddress address={wallet.address} spoken={steps.address.spoken(spelledEnd(wallet.address))} /> ·{' '}
          {contractChain(wallet.account) === undefined ? null : `${walletKind(wallet)} · `}
          {text.since} <When at={createdAt} />
        </p>
      </div>
      {current ? <EndHere /> : <End session={session} />}
    </article>
  )
}

function LastActive({ session: { current, lastSeenAt } }: { session: SessionItem }) {
  if (current || Date.now() - Date.parse(lastSeenAt) < ACTIVE_MS) return text.activeNow
  return (
    <>
      {text.lastActive} <When at={lastSeenAt} />
    </>
  )
}

function End({ session: { id, device, near } }: { session: SessionItem }) {
  const end = useAct(endOwnSession, { refreshes: [listSessions], toast: text.ended })
  return (
    <>
      <Button aria-label={text.endOf(device, near)} busy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
        {text.end}
      </Button>
      {end.error ? <Refused error={end.error} /> : null}
    </>
  )
}

function EndHere() {
  const { session } = usePage()
  const [error, setError] = useState<unknown>()
  return (
    <>
      <Button onClick={() => void session.signOut().catch(setError)}>{text.endHere}</Button>
      {error ? <Refused error={error} /> : null}
    </>
  )
}
