import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { type Act, isAdminMode } from '@countersign/contract/step-up.ts'
import { useEffect, useRef } from 'react'
import { usePage } from '../../page/page-context.tsx'
import { createStepUpFlow } from '../../sign-in/proof-flows.ts'
import type { View } from '../../sign-in/view.ts'
import { FullAddress, ShortAddress } from '../../ui/address.tsx'
import { spelledEnd } from '../../ui/address-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { stepUp as text } from '../../words/account-step-up.ts'
import { steps } from '../../words/steps.ts'
import { useAnswer } from '../account-data.tsx'
import { useSignIn, useView } from '../sign-in/use-sign-in.ts'
import { isSameAddress } from '../wallet-words.ts'
import { When } from '../when.tsx'
import { ProofSteps } from './proof-steps.tsx'

type StepUpDialogProps = { act: Act; onSettled: (confirmed: boolean) => void }

/** Names the action and asks for a signature by one of the person's wallets. */
export function StepUpDialog({ act, onSettled }: StepUpDialogProps) {
  const page = usePage()
  const { data } = useAnswer(listWallets)
  const own = useRef<Wallet[] | undefined>(undefined)
  own.current = data?.items
  const isOwn = (address: string) => own.current?.some((wallet) => isSameAddress(wallet.address, address)) ?? true
  const signIn = useSignIn(() => createStepUpFlow(page, act, { wants: ({ address }) => isOwn(address) }))
  const view = useView(signIn)
  // The person's accounts are known once the wallets are loaded.
  useEffect(() => {
    if (data) signIn.preferWantedAccount()
  }, [data, signIn])
  const done = view.screen === 'signed_in'
  useEffect(() => {
    if (done) onSettled(true)
  }, [done, onSettled])
  const refused = view.screen === 'failed' && view.problem.code === 'wallet_not_yours'
  return (
    <Dialog
      title={text.title}
      onClose={() => onSettled(done)}
      actions={WAITING.includes(view.screen) ? null : <Button onClick={() => onSettled(false)}>{text.cancel}</Button>}
    >
      <div className="stack">
        <div>
          <p>{text.about(act.action)}</p>
          {isAdminMode(act) ? <p>{text.adminLead}</p> : null}
          {act.action === 'wallet.add' && act.target ? <FullAddress address={act.target.split(':')[2] ?? ''} /> : null}
          {QUIET.includes(view.screen) ? <p className="soft">{text.lead}</p> : null}
        </div>
        <ProofSteps
          signIn={signIn}
          view={view}
          sign={text.sign}
          objection={({ address }, { name }) => {
            if (!isOwn(address)) return <WrongAccount wallet={name} own={data?.items} />
            const trustedAt = trustNeeded(data?.items, address)
            return trustedAt ? <TooNew at={trustedAt} /> : null
          }}
          remark={({ address }) => <Remark act={act} wallets={data?.items} address={address} />}
        />
        {refused || isPicking(view) ? <OwnWallets wallets={data?.items} /> : null}
      </div>
    </Dialog>
  )
}

/** These steps have a button of their own to go back. */
const WAITING: View['screen'][] = ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in']
const QUIET: View['screen'][] = ['choosing', 'connecting', 'connected', 'preparing']

/** The account picker of the wallet is open. */
function isPicking(view: View): boolean {
  return view.screen === 'connecting' && view.picking === true
}

function WrongAccount({ wallet, own }: { wallet: string; own: Wallet[] | undefined }) {
  return (
    <Notice tone="warn">
      <p>{text.otherAccount(wallet)}</p>
      <p>{text.switchTo(wallet)}</p>
      <OwnWallets wallets={own} />
    </Notice>
  )
}

function TooNew({ at }: { at: string }) {
  return (
    <Notice tone="warn">
      <p>
        {text.tooNew} <When at={at} exact />. {text.useOlder}
      </p>
    </Notice>
  )
}

/** A new wallet can't sign critical actions yet. The server decides; this avoids a useless signature. */
function trustNeeded(wallets: Wallet[] | undefined, address: string): string | undefined {
  const signer = wallets?.find((wallet) => isSameAddress(wallet.address, address))
  if (!signer?.trustedAt) return undefined
  return Date.parse(signer.trustedAt) > Date.now() ? signer.trustedAt : undefined
}

function OwnWallets({ wallets = [] }: { wallets: Wallet[] | undefined }) {
  return (
    <ul className="proof-yours stack stack-close" aria-label={text.yours}>
      {wallets.map(({ id, address, label, name }) => (
        <li key={id}>
          <Identicon address={address} size={20} />
          <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} />
          <span className="small soft">{label ?? name}</span>
        </li>
      ))}
    </ul>
  )
}

type RemarkProps = { act: Act; wallets: Wallet[] | undefined; address: string }

/** Which wallet signs decides when the other one is removed. */
function Remark({ act, wallets, address }: RemarkProps) {
  const target = act.action === 'wallet.remove' ? wallets?.find(({ id }) => id === act.target) : undefined
  if (!target) return null
  return <p className="small soft">{isSameAddress(target.address, address) ? text.removesAtOnce : text.removesLater}</p>
}
