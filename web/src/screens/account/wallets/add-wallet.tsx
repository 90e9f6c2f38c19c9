import { type Account, parseAccount } from '@countersign/contract/family/account.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { listNotices } from '@countersign/contract/routes/notice.ts'
import { getProfile } from '@countersign/contract/routes/person.ts'
import { linkWallet, listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { Check } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConnectionError } from '../../../api/connection-error.ts'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useSignIn } from '../../../components/sign-in/use-sign-in.ts'
import { ProofSteps } from '../../../components/step-up/proof-steps.tsx'
import { isSameAccount, walletName } from '../../../components/wallet-words.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { useForm } from '../../../forms/use-form.ts'
import { LinkButton } from '../../../page/link-button.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { createLinkFlow } from '../../../sign-in/flows/proof-flows.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { account } from '../../../words/account/account.ts'
import { wallets as text } from '../../../words/account/wallets.ts'
import '../../../components/sign-in/flow.css'
import './wallets.css'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { StepUpDeclined } from '../../../components/step-up/step-up.ts'
import { labelErrors } from './label-errors.ts'

const CRUMBS = [{ label: text.title, to: '/wallets' }]

export function AddWalletScreen() {
  const [added, setAdded] = useState<Wallet>()
  const [attempt, setAttempt] = useState(0)
  const restart = () => {
    setAdded(undefined)
    setAttempt(attempt + 1)
  }
  if (!added) return <Adding key={attempt} onAdded={setAdded} onRestart={restart} />
  return <Added wallet={added} onAgain={restart} />
}

type Signed = { body: { proof: Proof; label?: string }; idempotencyKey: string }

function Adding({ onAdded, onRestart }: { onAdded: (wallet: Wallet) => void; onRestart: () => void }) {
  const link = useRouteMutation(linkWallet, { refreshes: [listWallets, getProfile, listNotices] })
  const [signed, setSigned] = useState<Signed>()
  // The wallet may be linked already; the same idempotency key returns the lost response without another signature.
  const isResponseLost = link.error instanceof ConnectionError
  const send = (next: Signed) =>
    link.mutate({ ...next, ...(isResponseLost ? { resent: true } : {}) }, { onSuccess: onAdded })
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.add} lead={text.addLead} crumbs={CRUMBS} />
      <ol className="stack">
        <Step
          number={1}
          title={text.signStep}
          lead={signed ? undefined : text.signStepBody}
          done={signed !== undefined}
        >
          {signed ? (
            <FullAddress address={parseAccount(signed.body.proof.account)?.address ?? ''} />
          ) : (
            <LinkFlow
              onProof={(proof, { label, idempotencyKey }) => {
                const next = { body: { proof, ...(label === '' ? {} : { label }) }, idempotencyKey }
                setSigned(next)
                send(next)
              }}
            />
          )}
        </Step>
        <Step number={2} title={text.confirmStep} lead={text.confirmStepBody} waiting={!signed}>
          {signed ? <Confirm link={link} onConfirm={() => send(signed)} onRestart={onRestart} /> : null}
        </Step>
      </ol>
    </div>
  )
}

type ConfirmProps = {
  link: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onRestart: () => void
}

function Confirm({ link: { isPending, error }, onConfirm, onRestart }: ConfirmProps) {
  if (isPending) return <Spinner />
  const declined = error instanceof StepUpDeclined
  const isRetryable = declined || error instanceof ConnectionError
  return (
    <div className="stack">
      {error ? <ErrorNotice error={error} /> : null}
      <div className="actions">
        {isRetryable ? (
          <Button look="primary" onClick={onConfirm}>
            {declined ? text.confirm : account.tryAgain}
          </Button>
        ) : null}
        <Button look={isRetryable ? 'plain' : 'primary'} onClick={onRestart}>
          {text.restart}
        </Button>
      </div>
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
        {done ? <Icon icon={Check} size={16} /> : number}
      </span>
      <div className="stack">
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
      <section className="sheet sheet-even stack stack-medium">
        <div className="signed-in-mark">
          <Mark size={72} />
        </div>
        <div>
          <h2>{walletName(wallet)}</h2>
          <FullAddress address={wallet.address} />
        </div>
      </section>
      <div className="actions calm">
        <LinkButton to="/wallets" look="primary">
          {text.toWallets}
        </LinkButton>
        <Button onClick={onAgain}>{text.another}</Button>
      </div>
    </div>
  )
}

type LinkFlowProps = { onProof: (proof: Proof, options: { label: string; idempotencyKey: string }) => void }

function LinkFlow({ onProof }: LinkFlowProps) {
  const page = usePage()
  const { data } = useRouteQuery(listWallets)
  const own = useRef<Wallet[]>([])
  own.current = data?.items ?? []
  const form = useForm({ saved: { values: { label: '' } }, validate: labelErrors })
  const label = useRef('')
  label.current = normalizeText(form.values.label)
  const isOwn = (account: Account) => own.current.some((wallet) => isSameAccount(wallet, account))
  const signIn = useSignIn(() =>
    createLinkFlow(page, {
      allows: (account) => !isOwn(account),
      onProof: (proof, idempotencyKey) => onProof(proof, { label: label.current, idempotencyKey }),
    }),
  )
  useEffect(() => {
    if (data) signIn.preferAllowedAccount()
  }, [data, signIn])
  return (
    <div className="add-flow stack stack-wide">
      <Field label={text.label} hint={text.labelHint} autoComplete="off" {...form.text('label')} />
      <ProofSteps
        signIn={signIn}
        signLabel={text.signNew}
        ready={form.check}
        objection={(account, { name }) =>
          isOwn(account) ? { reason: text.alreadyLinkedTitle(name), help: text.alreadyLinkedHelp(name) } : undefined
        }
        remark={() => <p className="small soft">{text.newLead}</p>}
      />
    </div>
  )
}
