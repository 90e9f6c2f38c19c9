import type { SessionState } from '@countersign/contract/routes/session.ts'
import { listWallets } from '@countersign/contract/routes/wallet.ts'
import { useEffect, useState } from 'react'
import { useRouteQuery } from '../components/account-data.tsx'
import { SpokenAddress } from '../components/spoken-address.tsx'
import { useTimeZone } from '../components/timestamp.tsx'
import { futureTrust, isSameAddress, spokenAddress } from '../components/wallet-words.ts'
import { navigate } from '../page/history.tsx'
import { browserStorage } from '../session/browser.ts'
import { ownName } from '../session/own-name.ts'
import { Button } from '../ui/controls/button.tsx'
import { formatExact } from '../ui/data/time.tsx'
import { announce } from '../ui/feedback/live.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { readJson, writeJson } from '../wallet/stored-json.ts'
import { home as text } from '../words/account/home.ts'
import { home } from '../words/pages.ts'

type MismatchProps = { state: SessionState /** The account of the connected wallet. */; other: string }

/** The session goes on, but the wallet would sign the next message with another account. */
export function WalletMismatch({ state, other }: MismatchProps) {
  const wallets = useRouteQuery(listWallets)
  const [dismissed, setDismissed] = useState<string[]>([])
  const timeZone = useTimeZone()
  const wallet = wallets.data?.items.find(({ address }) => isSameAddress(address, other))
  const linked = wallet !== undefined
  const trustedAt = wallet && futureTrust(wallet)
  const key = `cs.mismatch.${state.session.id}.${other.toLowerCase()}.${linked}`
  // Without storage the banner returns with the next document.
  const shown = !wallets.isLoading && !dismissed.includes(key) && !readJson(browserStorage('sessionStorage'), key)
  const name = ownName(state)
  const start = linked ? home.otherLinked : home.mismatch
  const endLinked = trustedAt
    ? home.otherLinkedNewEnd(name, formatExact(trustedAt, timeZone))
    : home.otherLinkedEnd(name)
  const end = linked ? endLinked : home.mismatchEnd(name)
  useEffect(() => {
    if (shown) announce(`${start} ${spokenAddress(other)}${end}`)
  }, [shown, other, start, end])
  if (!shown) return null
  const dismiss = () => {
    writeJson(browserStorage('sessionStorage'), key, 1)
    setDismissed([...dismissed, key])
  }
  return (
    <div className="shell-banner">
      <Notice tone={linked ? 'calm' : 'warn'} actions={<Actions linked={linked} onDismiss={dismiss} />}>
        <p>
          {start} <SpokenAddress address={other} />
          {end}
        </p>
      </Notice>
    </div>
  )
}

function Actions({ linked, onDismiss }: { linked: boolean; onDismiss: () => void }) {
  return (
    <>
      {linked ? null : (
        <>
          <Button onClick={() => navigate('/sign-in?switch=1')}>{home.signInAsIt}</Button>
          <Button onClick={() => navigate('/wallets/add')}>{text.addMismatch}</Button>
        </>
      )}
      <Button look="quiet" onClick={onDismiss}>
        {home.dismiss}
      </Button>
    </>
  )
}
