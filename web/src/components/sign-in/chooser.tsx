import { ChevronRight } from 'lucide'
import { useState } from 'react'
import { useWallets } from '../../page/page-context.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Disclosure } from '../../ui/controls/disclosure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FamilyMark } from '../../ui/identity/family-mark.tsx'
import { WalletIcon } from '../../ui/identity/wallet-icon.tsx'
import type { WalletOption } from '../../wallet/wallet.ts'
import { words } from '../../words/words.ts'
import { Discovering } from './discovering.tsx'
import type { LazySteps } from './lazy-steps.tsx'

type ChooserView = Extract<View, { screen: 'choosing' | 'connecting' }>
type ChooserProps = { view: ChooserView; lazySteps: LazySteps | undefined; signIn: SignIn; ready: () => boolean }

export function Chooser({ view, lazySteps, signIn, ready }: ChooserProps) {
  const wallets = useWallets()
  const onChoose = (id: string) => {
    const accepted = ready()
    if (accepted) signIn.choose(id)
    return accepted
  }
  const choice = { wallets, lazySteps, signIn, ready, onChoose }
  if (view.screen === 'connecting') {
    return (
      <div className="stack">
        <WalletChoice {...choice} busy={view.wallet.id} checking={undefined} />
        <Waiting view={view} lazySteps={lazySteps} signIn={signIn} />
      </div>
    )
  }
  const notice = view.notice && lazySteps ? <Notice>{lazySteps.noticeText(view.notice)}</Notice> : null
  if (wallets.length === 0) {
    if (!view.settled || !lazySteps) return <Discovering />
    return (
      <div className="stack">
        {notice}
        <lazySteps.NoWallet signIn={signIn} ready={ready} />
      </div>
    )
  }
  return (
    <div className="stack">
      {/* Beneath the wallets, so that they don't move. */}
      <WalletChoice {...choice} busy={undefined} checking={view.checking} />
      {notice}
    </div>
  )
}

type ChoiceProps = {
  wallets: WalletOption[]
  busy: string | undefined
  checking: string | undefined
  /** False if the choice was not accepted. */
  onChoose: (id: string) => boolean
}

type WalletChoiceProps = ChoiceProps & Omit<ChooserProps, 'view'>

/**
 * A single wallet is one button; wallets that appear later go under "More ways", so that nothing moves.
 * A click connects the family of `id`. The other families are beneath all wallets, because they may be found later.
 */
function WalletChoice({ wallets, lazySteps, signIn, ready, ...choice }: WalletChoiceProps) {
  const [mainId] = useState(() => findMainWallet(wallets)?.id)
  const main = wallets.find((wallet) => hasFamily(wallet, mainId))
  const others = wallets.filter((wallet) => wallet !== main)
  const list = <WalletList {...choice} wallets={others} />
  return (
    <div className="stack stack-close">
      {main ? <MainWallet wallet={main} busy={hasFamily(main, choice.busy)} onChoose={choice.onChoose} /> : list}
      {signIn.phone ? (
        <div className="phone-space">{lazySteps ? <lazySteps.PhoneRow signIn={signIn} ready={ready} /> : null}</div>
      ) : null}
      {main && others.length > 0 ? <Disclosure label={words.signIn.moreWays}>{list}</Disclosure> : null}
      {lazySteps ? <lazySteps.OtherAccounts wallets={wallets} onChoose={choice.onChoose} /> : null}
    </div>
  )
}

function hasFamily({ families }: WalletOption, id: string | undefined): boolean {
  return families.some((family) => family.id === id)
}

function findMainWallet(wallets: WalletOption[]): WalletOption | undefined {
  const linked = wallets.filter(({ kind }) => kind === 'linked')
  const installed = wallets.filter(({ kind }) => kind !== 'demo' && kind !== 'linked')
  const candidates = [installed, linked, wallets].find(({ length }) => length > 0)
  return candidates?.length === 1 ? candidates[0] : undefined
}

type MainWalletProps = Pick<ChoiceProps, 'onChoose'> & { wallet: WalletOption; busy: boolean }

function MainWallet({ wallet, busy, onChoose }: MainWalletProps) {
  return (
    <div className="stack stack-close">
      <Button
        look={busy ? 'plain' : 'primary'}
        className="wide main-wallet"
        onClick={() => onChoose(wallet.id)}
        icon={busy ? <Spinner /> : <WalletIcon icon={wallet.icon} size={24} />}
      >
        {busy ? words.signIn.waitingFor(wallet.name) : words.signIn.continueWith(wallet.name)}
      </Button>
      {wallet.kind === 'demo' ? <p className="small soft">{words.signIn.demoNote}</p> : null}
    </div>
  )
}

function WalletList({ wallets, busy, checking, onChoose }: ChoiceProps) {
  return (
    <ul className="stack stack-close" aria-label={words.signIn.walletsLabel}>
      {wallets.map((wallet, index) => {
        // Its id changes when an earlier family is found.
        const namesakes = wallets.slice(0, index).filter(({ name }) => name === wallet.name).length
        const isBusy = hasFamily(wallet, busy)
        const isChecking = hasFamily(wallet, checking)
        return (
          <li key={`${namesakes} ${wallet.name}`}>
            <WalletRow
              wallet={wallet}
              tag={isChecking ? words.signIn.checking : wallet.recent && !isBusy ? words.signIn.recent : undefined}
              note={isBusy ? words.signIn.waitingFor(wallet.name) : walletNote(wallet, wallets)}
              busy={isBusy || isChecking}
              onChoose={() => onChoose(wallet.id)}
            />
          </li>
        )
      })}
    </ul>
  )
}

type WalletRowProps = {
  wallet: WalletOption
  tag: string | undefined
  note: string | undefined
  busy: boolean
  onChoose: () => void
}

/** Its chain families are shown if Ethereum isn't the only one. */
function WalletRow({ wallet: { name, icon, rdns, families }, tag, note, busy, onChoose }: WalletRowProps) {
  return (
    <button type="button" className="wallet-row" title={rdns} onClick={onChoose}>
      <WalletIcon icon={icon} />
      <span className="wallet-row-text">
        <span className="medium">{name}</span>
        {note ? (
          <span className="small soft" translate="no">
            {note}
          </span>
        ) : null}
      </span>
      {tag ? <span className="small soft">{tag}</span> : null}
      {families.some(({ namespace }) => namespace !== 'eip155') ? (
        <span className="wallet-families">
          {families.map(({ namespace }) => (
            <FamilyMark key={namespace} namespace={namespace} />
          ))}
        </span>
      ) : null}
      {busy ? <Spinner /> : <Icon icon={ChevronRight} size={16} />}
    </button>
  )
}

function walletNote(wallet: WalletOption, wallets: WalletOption[]): string | undefined {
  if (wallet.kind === 'demo') return words.signIn.demoNote
  const alike = (other: WalletOption) => other.name === wallet.name || other.rdns === wallet.rdns
  return wallets.some((other) => other !== wallet && alike(other)) ? wallet.rdns : undefined
}

type WaitingProps = Omit<ChooserProps, 'view' | 'ready'> & { view: Extract<View, { screen: 'connecting' }> }

function Waiting({ view, lazySteps, signIn }: WaitingProps) {
  const hint = lazySteps?.waitText(view)
  return (
    <div className="stack">
      {view.silent ? null : hint ? (
        <Notice>{hint}</Notice>
      ) : (
        <p className="soft">{words.signIn[view.once ? 'openingOnce' : 'opening'](view.wallet.name)}</p>
      )}
      {lazySteps ? <lazySteps.WaitHints view={view} /> : null}
      <div className="actions">
        {view.pending || view.wait === 'stalled' ? (
          <Button look="primary" onClick={() => signIn.retry()}>
            {view.pending ? words.signIn.done : words.signIn.tryAgain}
          </Button>
        ) : null}
        <Button onClick={() => signIn.cancel()}>{words.signIn.cancel}</Button>
      </div>
    </div>
  )
}
