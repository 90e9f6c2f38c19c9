import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { useSignIn, useView } from '../../../components/sign-in/use-sign-in.ts'
import { ProofSteps } from '../../../components/step-up/proof-steps.tsx'
import { isSameAccount } from '../../../components/wallet-words.ts'
import { usePage } from '../../../page/page-context.tsx'
import { createLinkFlow } from '../../../sign-in/proof-flows.ts'
import { Field } from '../../../ui/field.tsx'
import { announce } from '../../../ui/live.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { Account } from '../../../wallet/wallet.ts'
import { wallets as text } from '../../../words/own.ts'

type LinkFlowProps = {
  /** What the new wallet signed, and what its person calls it. */
  onProof: (proof: Proof, more: { label: string /** For the answer that may get lost. */; key: string }) => void
}

/** The new wallet connects and signs. One that is here already is not asked: the person is told how to change it. */
export function LinkFlow({ onProof }: LinkFlowProps) {
  const page = usePage()
  const { data } = useAnswer(listWallets)
  const own = useRef<Wallet[]>([])
  own.current = data?.items ?? []
  const [label, setLabel] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const typed = useRef(label)
  typed.current = label.trim().normalize('NFC')
  const isMine = (account: Account) => own.current.some((wallet) => isSameAccount(wallet, account))
  const signIn = useSignIn(() =>
    createLinkFlow(page, {
      wants: (account) => !isMine(account),
      onProof: (proof, key) => onProof(proof, { label: typed.current, key }),
    }),
  )
  const view = useView(signIn)
  // Which accounts are new is known once the wallets are loaded.
  useEffect(() => {
    if (data) signIn.preferWantedAccount()
  }, [data, signIn])
  const ready = () => {
    const good = typed.current === '' || isName(typed.current, LABEL_MAX)
    setRefusal(good ? undefined : text.nameRefused(LABEL_MAX))
    if (!good) announce(text.nameRefused(LABEL_MAX), 'assertive')
    return good
  }
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
      <ProofSteps
        signIn={signIn}
        view={view}
        sign={text.signNew}
        ready={ready}
        objection={(account, { name }) => (isMine(account) ? <Mine wallet={name} /> : null)}
        remark={() => <p className="small soft">{text.newLead}</p>}
      />
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
