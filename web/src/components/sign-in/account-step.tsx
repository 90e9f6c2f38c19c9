import type { Account } from '@countersign/contract/family/account.ts'
import type { ReactNode } from 'react'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { FullAddress } from '../../ui/identity/address.tsx'
import { Identicon } from '../../ui/identity/identicon.tsx'
import type { WalletLabel } from '../../wallet/wallet.ts'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { SpokenAddress } from '../spoken-address.tsx'
import { noticeText } from './view-words.ts'

type AccountView = Extract<View, { screen: 'connected' | 'preparing' }>

export function AccountStep({ view, signIn, ready }: { view: AccountView; signIn: SignIn; ready: () => boolean }) {
  return (
    <div className="stack">
      {view.screen === 'connected' && view.notice ? <Notice>{noticeText(view.notice)}</Notice> : null}
      <AccountCard account={view.account} wallet={view.wallet} />
      <AccountActions view={view} signIn={signIn} ready={ready} signLabel={steps.signIn.continueAs} />
    </div>
  )
}

type AccountActionsProps = {
  view: AccountView
  signIn: SignIn
  ready: () => boolean
  signLabel: string
  /** What helps if this account may not sign. */
  refused?: 'other_account' | 'other_wallet' | undefined
}

export function AccountActions({ view, signIn, ready, signLabel, refused }: AccountActionsProps) {
  if (view.screen === 'preparing') {
    return (
      <>
        <Button className="wide" busy icon={<Spinner />}>
          {steps.signIn.preparing}
        </Button>
        <div className="actions">
          <Button onClick={() => signIn.cancel()}>{words.signIn.cancel}</Button>
        </div>
      </>
    )
  }
  return (
    <>
      {refused ? null : (
        <Button className="wide" look="primary" data-focus onClick={() => ready() && signIn.continue()}>
          {signLabel}
        </Button>
      )}
      <div className="alternatives">
        <Button {...leadIf(refused === 'other_account')} onClick={signIn.useOtherAccount}>
          {steps.signIn.anotherAccount}
        </Button>
        <Button {...leadIf(refused === 'other_wallet')} onClick={signIn.useOtherWallet}>
          {steps.signIn.anotherWallet}
        </Button>
      </div>
    </>
  )
}

const leadIf = (leads: boolean) =>
  leads ? ({ look: 'primary', className: 'wide', 'data-focus': true } as const) : ({ look: 'link' } as const)

type AccountCardProps = { account: Account; wallet: WalletLabel; full?: boolean; children?: ReactNode }

export function AccountCard({ account: { address }, wallet, full = false, children }: AccountCardProps) {
  return (
    <div className="account-card inline panel">
      <Identicon address={address} size={40} />
      <div>
        {full ? (
          <FullAddress address={address} />
        ) : (
          <p>
            <SpokenAddress address={address} />
          </p>
        )}
        <p className="small soft">{wallet.name}</p>
      </div>
      {children}
    </div>
  )
}
