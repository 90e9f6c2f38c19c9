import { AppError } from '@countersign/contract/error/errors.ts'
import { getWallet, listWallets, type WalletDetails } from '@countersign/contract/routes/wallet.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { isLast, walletKind, walletName } from '../../../components/wallet-words.ts'
import { Link, navigate } from '../../../page/history.tsx'
import { Facts } from '../../../ui/data/facts.tsx'
import { wallets as text } from '../../../words/account/wallets.ts'
import { WalletActions } from './wallet-actions.tsx'
import { WalletHead } from './wallet-item.tsx'
import './wallets.css'

const CRUMBS = [{ label: text.title, to: '/wallets' }]

export function WalletScreen({ params }: { params: Record<string, string> }) {
  const answer = useRouteQuery(getWallet, { params: { id: params.id ?? '' } })
  if (answer.error instanceof AppError && answer.error.code === 'not_found') return <NotFoundScreen />
  const title = answer.data ? walletName(answer.data.wallet) : text.unnamed
  return (
    <div className="stack stack-wide">
      <ScreenHead title={title} crumbs={CRUMBS} />
      <Loaded answer={answer} lines={8}>
        {(details) => <Details details={details} />}
      </Loaded>
    </div>
  )
}

function Details({ details: { wallet, signIns, sessions } }: { details: WalletDetails }) {
  const all = useRouteQuery(listWallets).data?.items
  const sessionsLink = <Link to="/sessions">{text.sessionCount(sessions)}</Link>
  return (
    <>
      <section className="sheet sheet-even stack stack-medium">
        <WalletHead wallet={wallet} size={56}>
          {text.account}
        </WalletHead>
        <WalletActions
          wallet={wallet}
          last={all === undefined || isLast(wallet, all)}
          onRemoved={() => navigate('/wallets', { replace: true })}
        />
        <Facts
          of={[
            [text.kind, walletKind(wallet)],
            [text.via, text.vias[wallet.linkedVia]],
            [text.linked, <Timestamp key="linked" at={wallet.linkedAt} exact />],
            [text.lastUsed, <Timestamp key="used" at={wallet.lastUsedAt} />],
            [text.signIns, text.signInCount(signIns)],
            [text.sessionsBy, sessions > 0 ? sessionsLink : text.sessionCount(0)],
            wallet.unproven ? [text.unproven, text.unprovenBody] : null,
            wallet.trustedAt ? [text.trusted, <TrustedFrom key="trusted" at={wallet.trustedAt} />] : null,
          ]}
        />
      </section>
      <section className="sheet">
        <h2>{text.rulesTitle}</h2>
        <ul className="rules bullets stack stack-close">
          {text.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

function TrustedFrom({ at }: { at: string }) {
  return (
    <>
      <Timestamp at={at} exact />. {text.trustedFrom}
    </>
  )
}
