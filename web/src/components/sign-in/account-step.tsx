import type { ReactNode } from 'react'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { FullAddress, ShortAddress } from '../../ui/address.tsx'
import { spelledEnd } from '../../ui/address-text.ts'
import { Button } from '../../ui/button.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { noticeText } from './view-words.ts'

type AccountView = Extract<View, { screen: 'connected' | 'preparing' }>

/** Connected but not signed in: the person continues with this account or chooses another one. */
export function AccountStep({ view, signIn, ready }: { view: AccountView; signIn: SignIn; ready: () => boolean }) {
  return (
    <div className="stack">
      {view.screen === 'connected' && view.notice ? <Notice>{noticeText(view.notice)}</Notice> : null}
      <AccountCard account={view.account} wallet={view.wallet} />
      <AccountActions view={view} signIn={signIn} ready={ready} sign={steps.signIn.continueAs} />
    </div>
  )
}

type AccountActionsProps = {
  view: AccountView
  signIn: SignIn
  ready: () => boolean
  /** The label of the main button. */
  sign: string
  /** The account can't be used, so choosing another one is the main action. */
  refused?: boolean
}

export function AccountActions({ view, signIn, ready, sign, refused = false }: AccountActionsProps) {
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
          {sign}
        </Button>
      )}
      <div className="actions">
        <Button
          look={refused ? 'primary' : 'plain'}
          data-focus={refused ? true : undefined}
          onClick={signIn.useOtherAccount}
        >
          {steps.signIn.anotherAccount}
        </Button>
        <Button onClick={signIn.useOtherWallet}>{steps.signIn.anotherWallet}</Button>
      </div>
    </>
  )
}

type AccountCardProps = {
  account: Account
  wallet: WalletLabel /** Shows the whole address. */
  full?: boolean
  children?: ReactNode
}

export function AccountCard({ account: { address }, wallet, full = false, children }: AccountCardProps) {
  return (
    <div className="account-card inline panel">
      <Identicon address={address} size={40} />
      <div>
        {full ? (
          <FullAddress address={address} />
        ) : (
          <p>
            <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} />
          </p>
        )}
        <p className="small soft">{wallet.name}</p>
      </div>
      {children}
    </div>
  )
}
