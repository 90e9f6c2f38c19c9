import { listSessions } from '@countersign/contract/routes/session.ts'
import { listWallets } from '@countersign/contract/routes/wallet.ts'
import type { ReactNode } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { walletKind } from '../../../components/wallet-words.ts'
import { ConnectionChip } from '../../../page/connection-chip.tsx'
import { Heading } from '../../../page/heading.tsx'
import { Link } from '../../../page/history.tsx'
import { useConnection } from '../../../page/page-context.tsx'
import { FullAddress } from '../../../ui/address.tsx'
import { shortAddress } from '../../../ui/address-text.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Identicon } from '../../../ui/identicon.tsx'
import { home as text, wallets } from '../../../words/own.ts'
import { pages } from '../../../words/pages.ts'
import { steps } from '../../../words/steps.ts'
import { HomeApps } from './home-apps.tsx'
import { HomeNotices } from './home-notices.tsx'
import { LastActivity } from './last-activity.tsx'
import { SessionFacts } from './session-facts.tsx'
import { SignOut } from './sign-out.tsx'
import './home.css'

const { home } = pages

export function HomeScreen() {
  return (
    <div className="stack stack-wide">
      <Who />
      <HomeNotices />
      <HomeApps />
      <LastActivity />
      <WalletFacts />
      <Session />
      <SignOut />
    </div>
  )
}

function Who() {
  const { me, session } = useAccount()
  return (
    <div className="home-who">
      <Identicon address={session.wallet.address} size={56} />
      <div>
        <Heading screen={home.title}>{me.displayName ?? home.heading}</Heading>
        <p className="soft">
          {session.wallet.ens ? (
            <>
              <bdi translate="no">{session.wallet.ens}</bdi>{' '}
            </>
          ) : null}
          <span className="mono" title={session.wallet.address} translate="no">
            {shortAddress(session.wallet.address)}
          </span>
          {' · '}
          {home.roles[me.role]}
        </p>
      </div>
    </div>
  )
}

/** The wallet of this session; how many there are is known a moment later. */
function WalletFacts() {
  const { session } = useAccount()
  const count = useAnswer(listWallets).data?.items.length
  return (
    <section className="sheet">
      <Head title={count === undefined ? home.wallet : text.walletCount(count)} to="/wallets" link={text.allWallets} />
      <dl>
        <div>
          <dt>{home.address}</dt>
          <dd className="home-address">
            <FullAddress address={session.wallet.address} />
            <CopyButton
              text={session.wallet.address}
              label={steps.address.copy}
              spoken={steps.address.copySpoken}
              done={steps.address.copied}
            />
          </dd>
        </div>
        <div>
          <dt>{home.signedWith}</dt>
          <dd>{session.wallet.name ?? home.unnamed}</dd>
        </div>
        <div>
          <dt>{wallets.kind}</dt>
          <dd>{walletKind(session.wallet)}</dd>
        </div>
        <div>
          <dt>{home.connection}</dt>
          <dd>
            <ConnectionNow />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Session() {
  const { session } = useAccount()
  const count = useAnswer(listSessions).data?.items.length
  return (
    <section className="sheet">
      <Head title={home.session} to="/sessions" link={text.allSessions}>
        {count === undefined ? null : <span className="small soft">{text.sessionCount(count)}</span>}
      </Head>
      <SessionFacts session={session} />
    </section>
  )
}

type HeadProps = { title: string; to: string; link: string; children?: ReactNode }

function Head({ title, to, link, children }: HeadProps) {
  return (
    <div className="home-list-head">
      <div className="row">
        <h2>{title}</h2>
        {children}
      </div>
      <Link to={to} className="text-link small">
        {link}
      </Link>
    </div>
  )
}

function ConnectionNow() {
  const connection = useConnection()
  return (
    <div className="stack stack-close">
      <ConnectionChip />
      {connection.status === 'disconnected' ? <p className="small soft">{home.detached}</p> : null}
    </div>
  )
}
