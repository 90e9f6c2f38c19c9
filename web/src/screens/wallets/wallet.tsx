import { AppError } from '@countersign/contract/errors.ts'
import { getWallet, listWallets, type WalletDetails } from '@countersign/contract/wallet.ts'
import type { ReactNode } from 'react'
import { Identicon } from '../../ui/identicon.tsx'
import { wallets as text } from '../../words/own.ts'
import { useAnswer } from '../account/data.tsx'
import { Loaded } from '../account/loaded.tsx'
import { ScreenHead } from '../account/screen-head.tsx'
import { When } from '../account/when.tsx'
import { Link, navigate } from '../history.tsx'
import { NotFoundScreen } from '../not-found/not-found.tsx'
import { WalletActs } from './wallet-acts.tsx'
import { WalletAddress, WalletTags } from './wallet-item.tsx'
import { isLast, walletKind, walletName } from './wallet-words.ts'
import './wallets.css'

const CRUMBS = [{ label: text.title, to: '/wallets' }]

export function WalletScreen({ params }: { params: Record<string, string> }) {
  const answer = useAnswer(getWallet, { params: { id: params.id ?? '' } })
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
  const all = useAnswer(listWallets).data?.items
  return (
    <>
      <section className="wallet sheet">
        <div className="wallet-head">
          <Identicon address={wallet.address} size={56} />
          <div className="wallet-title">
            <h2>{text.account}</h2>
            <WalletTags wallet={wallet} />
          </div>
        </div>
        <WalletAddress wallet={wallet} />
        <WalletActs
          wallet={wallet}
          last={all === undefined || isLast(wallet, all)}
          onRemoved={() => navigate('/wallets', { replace: true })}
        />
        <dl>
          <Fact term={text.kind}>{walletKind(wallet)}</Fact>
          <Fact term={text.via}>{text.vias[wallet.linkedVia]}</Fact>
          <Fact term={text.linked}>
            <When at={wallet.linkedAt} exact />
          </Fact>
          <Fact term={text.lastUsed}>
            <When at={wallet.lastUsedAt} />
          </Fact>
          <Fact term={text.signIns}>{text.signInCount(signIns)}</Fact>
          <Fact term={text.sessionsBy}>
            {sessions > 0 ? <Link to="/sessions">{text.sessionCount(sessions)}</Link> : text.sessionCount(0)}
          </Fact>
          {wallet.unproven ? <Fact term={text.unproven}>{text.unprovenBody}</Fact> : null}
          {wallet.trustedAt ? (
            <Fact term={text.trusted}>
              <When at={wallet.trustedAt} exact />. {text.trustedFrom}
            </Fact>
          ) : null}
        </dl>
      </section>
      <section className="sheet">
        <h2>{text.rulesTitle}</h2>
        <ul className="rules">
          {text.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
