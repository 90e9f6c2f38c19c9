import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { WalletIcon } from '../../ui/wallet-icon.tsx'
import { WalletRow } from '../../ui/wallet-row.tsx'
import type { WalletOption } from '../../wallet/wallet.ts'
import { words } from '../../words/words.ts'
import { useWallets } from '../page-context.tsx'
import { NoWallet } from './no-wallet.tsx'
import { noticeText, waitText } from './view-words.ts'

type ChooserView = Extract<View, { screen: 'choosing' | 'connecting' }>
type ChooserProps = { view: ChooserView; signIn: SignIn; ready: () => boolean }

/** The wallets, while one is chosen and while it is being asked: the busy one keeps its place. */
export function Chooser({ view, signIn, ready }: ChooserProps) {
  const wallets = useWallets()
  const choose = (wallet: WalletOption) => ready() && signIn.choose(wallet.id)
  const busy = view.screen === 'connecting' ? view.wallet.id : undefined
  if (view.screen === 'choosing' && wallets.length === 0) {
    return view.settled ? <NoWallet /> : <Looking />
  }
  return (
    <div className="stack">
      {view.screen === 'choosing' && view.notice ? (
        <Notice>
          <p>{noticeText(view.notice)}</p>
        </Notice>
      ) : null}
      <WalletChoice
        wallets={wallets}
        busy={busy}
        checking={view.screen === 'choosing' ? view.checking : undefined}
        onChoose={choose}
      />
      {view.screen === 'connecting' ? <Waiting view={view} signIn={signIn} /> : null}
    </div>
  )
}

type ChoiceProps = {
  wallets: WalletOption[]
  busy: string | undefined
  checking: string | undefined
  onChoose: (wallet: WalletOption) => void
}

/** One real wallet is one button; a demo wallet beside it waits under "More ways". */
function WalletChoice({ wallets, busy, checking, onChoose }: ChoiceProps) {
  const real = wallets.filter((wallet) => wallet.kind !== 'demo')
  const only = real.length === 1 ? real[0] : wallets.length === 1 ? wallets[0] : undefined
  if (!only) return <WalletList wallets={wallets} busy={busy} checking={checking} onChoose={onChoose} />
  const others = wallets.filter((wallet) => wallet !== only)
  return (
    <div className="stack stack-close">
      <MainWallet wallet={only} busy={busy === only.id} onChoose={() => onChoose(only)} />
      {others.length > 0 ? (
        <Disclosure label={words.signIn.moreWays}>
          <WalletList wallets={others} busy={busy} checking={checking} onChoose={onChoose} />
        </Disclosure>
      ) : null}
    </div>
  )
}

function MainWallet({ wallet, busy, onChoose }: { wallet: WalletOption; busy: boolean; onChoose: () => void }) {
  return (
    <div className="stack stack-close">
      <Button
        look={busy ? 'plain' : 'primary'}
        className="wide main-wallet"
        onClick={onChoose}
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
    <ul className="wallet-list" aria-label={words.signIn.walletsLabel}>
      {wallets.map((wallet) => {
        const asked = busy === wallet.id
        const looked = checking === wallet.id
        return (
          <li key={wallet.id}>
            <WalletRow
              name={wallet.name}
              icon={wallet.icon}
              title={wallet.rdns}
              tag={looked ? words.signIn.checking : wallet.recent && !asked ? words.signIn.recent : undefined}
              note={asked ? words.signIn.waitingFor(wallet.name) : noteOf(wallet, wallets)}
              busy={asked || looked}
              onChoose={() => onChoose(wallet)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Two wallets that call themselves the same are told apart by what they announced. */
function noteOf(wallet: WalletOption, wallets: WalletOption[]): string | undefined {
  if (wallet.kind === 'demo') return words.signIn.demoNote
  const alike = (other: WalletOption) => other.name === wallet.name || other.rdns === wallet.rdns
  return wallets.some((other) => other !== wallet && alike(other)) ? wallet.rdns : undefined
}

function Waiting({ view, signIn }: { view: Extract<View, { screen: 'connecting' }>; signIn: SignIn }) {
  const text = waitText(view)
  const asked = view.pending || view.wait === 'stalled'
  return (
    <div className="stack">
      {text ? (
        <Notice>
          <p>{text}</p>
        </Notice>
      ) : (
        <p className="soft">{words.signIn.opening(view.wallet.name)}</p>
      )}
      <div className="actions">
        {asked ? (
          <Button look="primary" onClick={() => signIn.retry()}>
            {view.pending ? words.signIn.done : words.signIn.tryAgain}
          </Button>
        ) : null}
        <Button onClick={() => signIn.cancel()}>{words.signIn.cancel}</Button>
      </div>
    </div>
  )
}

function Looking() {
  return (
    <p className="looking soft" aria-busy="true">
      <Spinner />
      <span>{words.signIn.looking}</span>
    </p>
  )
}
