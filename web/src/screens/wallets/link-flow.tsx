import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/name.ts'
import { listNotices } from '@countersign/contract/notice.ts'
import { getProfile } from '@countersign/contract/person.ts'
import { listWallets, type Wallet } from '@countersign/contract/wallet.ts'
import { useEffect, useRef, useState } from 'react'
import { beginLink } from '../../sign-in/begin-proof.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { wallets as text } from '../../words/own.ts'
import { useAnswer, useRefresh } from '../account/data.tsx'
import { usePage } from '../page-context.tsx'
import { useSignIn, useView } from '../sign-in/use-sign-in.ts'
import { ProofSteps } from '../step-up/proof-steps.tsx'
import { isSameAddress } from './wallet-words.ts'

type LinkFlowProps = {
  onLinked: (wallet: Wallet) => void
  /** The signature of the known wallet is too long ago. */
  onStepUp: () => void
}

/** The new wallet connects and signs. One that is here already is not asked: the person is told how to change it. */
export function LinkFlow({ onLinked, onStepUp }: LinkFlowProps) {
  const page = usePage()
  const refresh = useRefresh()
  const { data } = useAnswer(listWallets)
  const own = useRef<Wallet[]>([])
  own.current = data?.items ?? []
  const linked = useRef<Wallet>(undefined)
  const [label, setLabel] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const typed = useRef(label)
  typed.current = label.trim().normalize('NFC')
  const isMine = (address: string) => own.current.some((wallet) => isSameAddress(wallet.address, address))
  const signIn = useSignIn(() =>
    beginLink(page, {
      label: () => typed.current,
      wants: (address) => !isMine(address),
      onLinked: (wallet) => {
        linked.current = wallet
      },
    }),
  )
  const view = useView(signIn)
  const done = view.screen === 'signed_in'
  useEffect(() => {
    if (!done || !linked.current) return
    onLinked(linked.current)
    void refresh(listWallets, getProfile, listNotices)
  }, [done, onLinked, refresh])
  const ready = () => {
    const good = typed.current === '' || isName(typed.current, LABEL_MAX)
    setRefusal(good ? undefined : text.nameRefused(LABEL_MAX))
    if (!good) announce(text.nameRefused(LABEL_MAX), 'assertive')
    return good
  }
  const tooLate = view.screen === 'failed' && view.problem.code === 'step_up_required'
  return (
    <div className="add-flow stack stack-wide">
      <Field
        label={text.label}
        hint={text.labelHint}
        refusal={refusal}
        value={label}
        autoComplete="off"
        onChange={(event) => {
          setLabel(event.currentTarget.value)
          setRefusal(undefined)
        }}
      />
      {tooLate ? (
        <Button look="primary" onClick={onStepUp}>
          {text.confirm}
        </Button>
      ) : (
        <ProofSteps
          signIn={signIn}
          view={view}
          sign={text.signNew}
          ready={ready}
          objection={({ address }, { name }) => (isMine(address) ? <Mine wallet={name} /> : null)}
          remark={() => <p className="small soft">{text.newLead}</p>}
        />
      )}
    </div>
  )
}

function Mine({ wallet }: { wallet: string }) {
  return (
    <Notice>
      <p>{text.mineTitle(wallet)}</p>
      <p>{text.mineHelp(wallet)}</p>
    </Notice>
  )
}
