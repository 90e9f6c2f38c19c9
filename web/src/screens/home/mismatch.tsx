import type { SessionState } from '@countersign/contract/session.ts'
import { listWallets } from '@countersign/contract/wallet.ts'
import { useEffect, useState } from 'react'
import { ShortAddress } from '../../ui/address.tsx'
import { shortAddress, spelledEnd } from '../../ui/address-text.ts'
import { Button } from '../../ui/button.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { home as text } from '../../words/own.ts'
import { pages } from '../../words/pages.ts'
import { steps } from '../../words/steps.ts'
import { useAnswer } from '../account/data.tsx'
import { navigate } from '../history.tsx'
import { useConnection } from '../page-context.tsx'

const { home } = pages

/** The wallet moved to an account that is not this person's: said once per account, and nothing is ended by it. */
export function Mismatch({ state }: { state: SessionState }) {
  const connection = useConnection()
  const [dismissed, setDismissed] = useState<string[]>([])
  const other = connection.status === 'connected' ? connection.account.address : undefined
  const wallets = useAnswer(listWallets)
  const own = [state.session.wallet, ...(wallets.data?.items ?? [])].map(({ address }) => address.toLowerCase())
  const key = `cs.mismatch.${state.session.id}.${other?.toLowerCase()}`
  const strange = other !== undefined && !wallets.isLoading && !own.includes(other.toLowerCase())
  const shown = strange && !dismissed.includes(key) && !wasDismissed(key)
  const name = state.me.displayName ?? shortAddress(state.session.wallet.address)
  useEffect(() => {
    if (shown) announce(`${home.mismatch} ${steps.address.spoken(spelledEnd(other))}${home.mismatchEnd(name)}`)
  }, [shown, other, name])
  if (!shown) return null
  const dismiss = () => {
    remember(key)
    setDismissed([...dismissed, key])
  }
  return (
    <Notice
      tone="warn"
      actions={
        <>
          <Button onClick={() => navigate('/sign-in?switch=1')}>{home.signInAsIt}</Button>
          <Button onClick={() => navigate('/wallets/add')}>{text.addMismatch}</Button>
          <Button look="quiet" onClick={dismiss}>
            {home.dismiss}
          </Button>
        </>
      }
    >
      <p>
        {home.mismatch} <ShortAddress address={other} spoken={steps.address.spoken(spelledEnd(other))} />
        {home.mismatchEnd(name)}
      </p>
    </Notice>
  )
}

// A browser may refuse storage; then the banner only comes back with the next page.
function wasDismissed(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function remember(key: string): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {}
}
