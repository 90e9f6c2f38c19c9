import { families, type Namespace, parseAccount } from '@countersign/contract/family/family.ts'
import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { isAdminMode, type StepUpAction } from '@countersign/contract/step-up.ts'
import { useEffect, useRef } from 'react'
import { usePage } from '../../page/page-context.tsx'
import { createStepUpFlow } from '../../sign-in/proof-flows.ts'
import type { View } from '../../sign-in/view.ts'
import { FullAddress } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { stepUp as text } from '../../words/account-step-up.ts'
import { useRouteQuery } from '../account-data.tsx'
import { useSignIn, useView } from '../sign-in/use-sign-in.ts'
import { SpokenAddress } from '../spoken-address.tsx'
import { Timestamp } from '../timestamp.tsx'
import { isSameAddress } from '../wallet-words.ts'
import { ProofSteps } from './proof-steps.tsx'

export function StepUpDialog({ stepUp, onSettled }: { stepUp: StepUpAction; onSettled: (confirmed: boolean) => void }) {
  const page = usePage()
  const { data } = useRouteQuery(listWallets)
  const own = useRef<Wallet[] | undefined>(undefined)
  own.current = data?.items
  const isOwn = (address: string) => own.current?.some((wallet) => isSameAddress(wallet.address, address)) ?? true
  const signIn = useSignIn(() => createStepUpFlow(page, stepUp, { allows: ({ address }) => isOwn(address) }))
  const view = useView(signIn)
  useEffect(() => {
    if (data) signIn.preferAllowedAccount()
  }, [data, signIn])
  const done = view.screen === 'signed_in'
  useEffect(() => {
    if (done) onSettled(true)
  }, [done, onSettled])
  const refused = view.screen === 'failed' && view.problem.code === 'wallet_not_yours'
  const isPicking = view.screen === 'connecting' && view.picking
  return (
    <Dialog
      title={text.title}
      onClose={() => onSettled(done)}
      actions={
        CANCELABLE.includes(view.screen) ? null : <Button onClick={() => onSettled(false)}>{text.cancel}</Button>
      }
    >
      <div className="stack">
        <div>
          <p>{text.about(stepUp.action)}</p>
          {isAdminMode(stepUp) ? <p>{text.adminLead}</p> : null}
          {stepUp.action === 'wallet.add' && stepUp.target ? (
            <FullAddress address={stepUp.target.split(':')[2] ?? ''} />
          ) : null}
          {INTRODUCED.includes(view.screen) ? <p className="soft">{text.lead}</p> : null}
        </div>
        <ProofSteps
          signIn={signIn}
          view={view}
          signLabel={text.sign}
          objection={({ address, namespace }, { name }) => {
            if (!isOwn(address)) return <WrongAccount wallet={name} namespace={namespace} own={data?.items ?? []} />
            const trustedAt = futureTrust(data?.items, address)
            return trustedAt ? <TooNew at={trustedAt} /> : null
          }}
          isOtherFamily={(namespace) => selectWallets(data?.items ?? [], namespace).length === 0}
          remark={({ address }) => <Remark stepUp={stepUp} wallets={data?.items} address={address} />}
        />
        {refused || isPicking ? <OwnWallets wallets={data?.items} /> : null}
      </div>
    </Dialog>
  )
}

const CANCELABLE: View['screen'][] = ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in']
const INTRODUCED: View['screen'][] = ['choosing', 'connecting', 'connected', 'preparing']

type WrongAccountProps = { wallet: string; namespace: Namespace; own: Wallet[] }

/** Switching accounts in the wallet helps only if one of the person's accounts is of the same family. */
function WrongAccount({ wallet, namespace, own }: WrongAccountProps) {
  const selectable = selectWallets(own, namespace)
  const isOtherFamily = selectable.length === 0
  return (
    <Notice tone="warn">
      <p>{text.otherAccount(wallet)}</p>
      <p>{isOtherFamily ? text.otherFamily(families[namespace].name) : text.switchTo(wallet)}</p>
      <OwnWallets wallets={isOtherFamily ? own : selectable} />
    </Notice>
  )
}

function selectWallets(wallets: Wallet[], namespace: Namespace): Wallet[] {
  return wallets.filter(({ account }) => parseAccount(account)?.namespace === namespace)
}

function TooNew({ at }: { at: string }) {
  return (
    <Notice tone="warn">
      <p>
        {text.tooNew} <Timestamp at={at} exact />. {text.useOlder}
      </p>
    </Notice>
  )
}

/** A new wallet can't sign critical actions yet. The server decides; this avoids a useless signature. */
function futureTrust(wallets: Wallet[] | undefined, address: string): string | undefined {
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
          <SpokenAddress address={address} />
          <span className="small soft">{label ?? name}</span>
        </li>
      ))}
    </ul>
  )
}

function Remark({
  stepUp,
  wallets,
  address,
}: {
  stepUp: StepUpAction
  wallets: Wallet[] | undefined
  address: string
}) {
  const target = stepUp.action === 'wallet.remove' ? wallets?.find(({ id }) => id === stepUp.target) : undefined
  if (!target) return null
  return <p className="small soft">{isSameAddress(target.address, address) ? text.removesAtOnce : text.removesLater}</p>
}
