import { STEP_UP_TTL_MS } from '@countersign/contract/limits.ts'
import type { Wallet } from '@countersign/contract/wallet.ts'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FullAddress } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { stepUp as stepUpText, wallets as text } from '../../words/own.ts'
import { ScreenHead } from '../account/screen-head.tsx'
import { Link } from '../history.tsx'
import { useStepUp } from '../step-up/step-up.ts'
import { LinkFlow } from './link-flow.tsx'
import { walletName } from './wallet-words.ts'
import '../sign-in/sealed.css'
import './wallets.css'

const CRUMBS = [{ label: text.title, to: '/wallets' }]
/** Time enough to find the other wallet before the server wants to hear from this one again. */
const ENOUGH_MS = STEP_UP_TTL_MS / 2

/** Two signatures: a wallet that is known says yes, then the new one proves itself. */
export function AddWalletScreen() {
  const [added, setAdded] = useState<Wallet>()
  const [round, setRound] = useState(0)
  if (!added) return <Adding key={round} onAdded={setAdded} />
  const again = () => {
    setAdded(undefined)
    setRound(round + 1)
  }
  return <Added wallet={added} onAgain={again} />
}

function Adding({ onAdded }: { onAdded: (wallet: Wallet) => void }) {
  const { ask, confirmedAt } = useStepUp()
  const [known, setKnown] = useState(() => Date.now() - (confirmedAt() ?? 0) < ENOUGH_MS)
  const [declined, setDeclined] = useState(false)
  const confirm = async () => {
    setDeclined(false)
    const confirmed = await ask({ action: 'wallet.add' })
    setKnown(confirmed)
    setDeclined(!confirmed)
  }
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.addTitle} lead={text.addLead} crumbs={CRUMBS} />
      <ol className="stack">
        <Step number={1} title={text.stepKnown} lead={known ? undefined : text.stepKnownBody} done={known}>
          {known ? (
            <p className="soft">{text.stepKnownDone}</p>
          ) : (
            <Button look="primary" onClick={() => void confirm()}>
              {text.confirm}
            </Button>
          )}
          {declined ? (
            <Notice>
              <p>{stepUpText.notConfirmed}</p>
            </Notice>
          ) : null}
        </Step>
        <Step number={2} title={text.stepNew} lead={text.stepNewBody} waiting={!known}>
          {known ? <LinkFlow onLinked={onAdded} onStepUp={() => setKnown(false)} /> : null}
        </Step>
      </ol>
    </div>
  )
}

type StepProps = {
  number: number
  title: string
  lead?: string | undefined
  children: ReactNode
  done?: boolean
  waiting?: boolean
}

function Step({ number, title, lead, children, done = false, waiting = false }: StepProps) {
  return (
    <li className={waiting ? 'add-step sheet waiting' : 'add-step sheet'}>
      <span className={done ? 'add-step-number done' : 'add-step-number'} aria-hidden="true">
        {done ? <Check size={16} /> : number}
      </span>
      <div>
        <div>
          <h2>{title}</h2>
          {lead ? <p className="soft">{lead}</p> : null}
        </div>
        {children}
      </div>
    </li>
  )
}

function Added({ wallet, onAgain }: { wallet: Wallet; onAgain: () => void }) {
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.addedTitle} lead={text.added} crumbs={CRUMBS} />
      <section className="wallet sheet">
        <div className="sealed">
          <Mark size={72} />
        </div>
        <div>
          <h2>{walletName(wallet)}</h2>
          <FullAddress address={wallet.address} />
        </div>
      </section>
      <div className="actions calm">
        <Link to="/wallets" className="button primary">
          <span>{text.toWallets}</span>
        </Link>
        <Button onClick={onAgain}>{text.another}</Button>
      </div>
    </div>
  )
}
