import { type Account, parseAccount } from '@countersign/contract/family/account.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'
import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { isAdminMode, type StepUpAction } from '@countersign/contract/step-up.ts'
import { useEffect, useRef } from 'react'
import { usePage } from '../../page/page-context.tsx'
import { createStepUpFlow } from '../../sign-in/flows/proof-flows.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { List } from '../../ui/data/list.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FullAddress } from '../../ui/identity/address.tsx'
import { Identicon } from '../../ui/identity/identicon.tsx'
import { stepUp as text } from '../../words/account/step-up.ts'
import { useRouteQuery } from '../account-data.tsx'
import { useSignIn, useView } from '../sign-in/use-sign-in.ts'
import { SpokenAddress } from '../spoken-address.tsx'
import { Timestamp } from '../timestamp.tsx'
import { futureTrust, isSameAddress } from '../wallet-words.ts'
import type { Objection } from './objection.ts'
import { isCancelable, ProofSteps } from './proof-steps.tsx'

export function StepUpDialog({ stepUp, onSettled }: { stepUp: StepUpAction; onSettled: (confirmed: boolean) => void }) {
  const page = usePage()
  const { data } = useRouteQuery(listWallets)
  const own = useRef<Wallet[] | undefined>(undefined)
  own.current = data?.items
  const mayConfirm = (address: string) =>
    own.current?.some((wallet) => isSameAddress(wallet.address, address) && !futureTrust(wallet)) ?? true
  const signIn = useSignIn(() => createStepUpFlow(page, stepUp, { allows: ({ address }) => mayConfirm(address) }))
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
      actions={isCancelable(view) ? null : <Button onClick={() => onSettled(false)}>{text.cancel}</Button>}
    >
      <div className="stack">
        <div className="stack stack-close">
          <p>{text.about(stepUp.action)}</p>
          {isAdminMode(stepUp) ? <p>{text.adminLead}</p> : null}
          {stepUp.action === 'wallet.add' && stepUp.target ? (
            <FullAddress address={parseAccount(stepUp.target)?.address ?? ''} />
          ) : null}
          {INTRODUCED.includes(view.screen) ? <p className="soft">{text.lead}</p> : null}
        </div>
        <ProofSteps
          signIn={signIn}
          signLabel={text.sign}
          objection={(account, { name }) =>
            mayConfirm(account.address) ? undefined : objectTo(account, name, data?.items ?? [])
          }
          isOtherFamily={(namespace) => selectTrusted(data?.items ?? [], namespace).length === 0}
          remark={({ address }) => <Remark stepUp={stepUp} wallets={data?.items} address={address} />}
        />
        {refused || isPicking ? <OwnWallets wallets={selectTrusted(data?.items ?? [])} /> : null}
      </div>
    </Dialog>
  )
}

const INTRODUCED: View['screen'][] = ['choosing', 'connecting', 'connected', 'preparing']

/** Not linked, or too new. Switching accounts in the wallet helps only if a trusted one is of the same family. */
function objectTo({ address, namespace }: Account, wallet: string, own: Wallet[]): Objection {
  const selectable = selectTrusted(own, namespace)
  const usable = selectable.length > 0 ? selectable : selectTrusted(own)
  const linked = own.find((each) => isSameAddress(each.address, address))
  const trustedAt = linked && futureTrust(linked)
  const reason = trustedAt ? (
    <>
      {text.tooNew} <Timestamp at={trustedAt} exact />.
    </>
  ) : (
    text.otherAccount(wallet)
  )
  if (usable.length === 0) return { tone: 'warn', reason, help: undefined }
  const help = usable === selectable ? text.switchTo(wallet) : text.otherFamily
  return { tone: 'warn', reason, help, accounts: <OwnWallets wallets={usable} /> }
}

function selectTrusted(wallets: Wallet[], namespace?: Namespace): Wallet[] {
  return wallets.filter(
    (wallet) =>
      !futureTrust(wallet) && (namespace === undefined || parseAccount(wallet.account)?.namespace === namespace),
  )
}

function OwnWallets({ wallets }: { wallets: Wallet[] }) {
  return (
    <List of={wallets} label={text.yours} className="proof-yours stack stack-close">
      {({ address, label, name }) => (
        <>
          <Identicon address={address} size={20} />
          <SpokenAddress address={address} />
          <span className="small soft">{label ?? name}</span>
        </>
      )}
    </List>
  )
}

type RemarkProps = { stepUp: StepUpAction; wallets: Wallet[] | undefined; address: string }

function Remark({ stepUp, wallets, address }: RemarkProps) {
  const target = stepUp.action === 'wallet.remove' ? wallets?.find(({ id }) => id === stepUp.target) : undefined
  if (!target) return null
  const later = futureTrust(target) ? text.removesNew : text.removesLater
  return <p className="small soft">{isSameAddress(target.address, address) ? text.removesAtOnce : later}</p>
}
