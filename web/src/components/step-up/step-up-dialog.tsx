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
import { stepUp as text } from '../../words/own.ts'
import { steps } from '../../words/steps.ts'
import { useAnswer } from '../account-data.tsx'
import { useSignIn, useView } from '../sign-in/use-sign-in.ts'
import { isSameAddress } from '../wallet-words.ts'
import { When } from '../when.tsx'
import { ProofSteps } from './proof-steps.tsx'

type StepUpDialogProps = { act: Act; onSettled: (confirmed: boolean) => void }

/** Names the act and asks one of the person's wallets to sign for it. Leaving it leaves everything as it was. */
export function StepUpDialog({ act, onSettled }: StepUpDialogProps) {
  const page = usePage()
  const { data } = useAnswer(listWallets)
  const own = useRef<Wallet[] | undefined>(undefined)
  own.current = data?.items
  const isOwn = (address: string) => own.current?.some((wallet) => isSameAddress(wallet.address, address)) ?? true
  const signIn = useSignIn(() => createStepUpFlow(page, act, { wants: ({ address }) => isOwn(address) }))
  const view = useView(signIn)
  // Which accounts will do is known once the wallets are loaded.
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
            if (!isOwn(address)) return <Switch wallet={name} own={data?.items} />
            const trustedAt = trustNeeded(data?.items, address)
            return trustedAt ? <TooNew at={trustedAt} /> : null
          }}
          remark={({ address }) => <Remark act={act} wallets={data?.items} address={address} />}
        />
        {refused || isPicking(view) ? <Own wallets={data?.items} /> : null}
      </div>
    </Dialog>
  )
}

/** The step on show has a way back of its own. */
const WAITING: View['screen'][] = ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in']
const QUIET: View['screen'][] = ['choosing', 'connecting', 'connected', 'preparing']

/** The account picker of the wallet is open: these are the ones to select. */
function isPicking(view: View): boolean {
  return view.screen === 'connecting' && view.picking === true
}

function Switch({ wallet, own }: { wallet: string; own: Wallet[] | undefined }) {
  return (
    <Notice tone="warn">
      <p>{text.otherAccount(wallet)}</p>
      <p>{text.switchTo(wallet)}</p>
      <Own wallets={own} />
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

/** A new wallet may not sign for anything critical yet. The server decides; this saves a signature for nothing. */
function trustNeeded(wallets: Wallet[] | undefined, address: string): string | undefined {
  const signer = wallets?.find((wallet) => isSameAddress(wallet.address, address))
  if (!signer?.trustedAt) return undefined
  return Date.parse(signer.trustedAt) > Date.now() ? signer.trustedAt : undefined
}

/** Which wallets would do. */
function Own({ wallets = [] }: { wallets: Wallet[] | undefined }) {
  return (
    <ul className="proof-yours" aria-label={text.yours}>
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

/** Who signs decides when a wallet goes, so that is said before they do. */
function Remark({ act, wallets, address }: RemarkProps) {
  const target = act.action === 'wallet.remove' ? wallets?.find(({ id }) => id === act.target) : undefined
  if (!target) return null
  return <p className="small soft">{isSameAddress(target.address, address) ? text.removesAtOnce : text.removesLater}</p>
}
