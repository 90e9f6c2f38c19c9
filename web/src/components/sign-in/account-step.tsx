import type { ReactNode } from 'react'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { ShortAddress } from '../../ui/address.tsx'
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

/** Connected but not signed in: a question, never a signature on its own. */
export function AccountStep({ view, signIn, ready }: { view: AccountView; signIn: SignIn; ready: () => boolean }) {
  const preparing = view.screen === 'preparing'
  return (
    <div className="stack">
      {view.screen === 'connected' && view.notice ? (
        <Notice>
          <p>{noticeText(view.notice)}</p>
        </Notice>
      ) : null}
      <AccountCard account={view.account} wallet={view.wallet} />
      {preparing ? (
        <Button className="wide" aria-disabled="true" icon={<Spinner />}>
          {steps.signIn.preparing}
        </Button>
      ) : (
        <Button className="wide" look="primary" data-focus onClick={() => ready() && signIn.continue()}>
          {steps.signIn.continueAs}
        </Button>
      )}
      <div className="actions">
        {preparing ? (
          <Button onClick={() => signIn.cancel()}>{words.signIn.cancel}</Button>
        ) : (
          <>
            <Button onClick={signIn.useOtherAccount}>{steps.signIn.anotherAccount}</Button>
            <Button onClick={signIn.useOtherWallet}>{steps.signIn.anotherWallet}</Button>
          </>
        )}
      </div>
    </div>
  )
}

type AccountCardProps = { account: Account; wallet: WalletLabel; children?: ReactNode }

export function AccountCard({ account, wallet, children }: AccountCardProps) {
  return (
    <div className="account-card">
      <Identicon address={account.address} size={40} />
      <div>
        <p>
          <ShortAddress address={account.address} spoken={steps.address.spoken(spelledEnd(account.address))} />
        </p>
        <p className="small soft">{wallet.name}</p>
      </div>
      {children}
    </div>
  )
}
