import { listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { listSessions } from '@countersign/contract/routes/session.ts'
import { listWallets } from '@countersign/contract/routes/wallet.ts'
import type { ReactNode } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { EventText } from '../../../components/event-text.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { SpokenAddress } from '../../../components/spoken-address.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { walletKind } from '../../../components/wallet-words.ts'
import { ConnectionChip } from '../../../page/connection-chip.tsx'
import { Heading } from '../../../page/heading.tsx'
import { SmallLink } from '../../../page/link-button.tsx'
import { useConnection } from '../../../page/page-context.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { List } from '../../../ui/data/list.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { Identicon } from '../../../ui/identity/identicon.tsx'
import { home as text } from '../../../words/account/home.ts'
import { wallets } from '../../../words/account/wallets.ts'
import { home } from '../../../words/pages.ts'
import { steps } from '../../../words/steps.ts'
import { HomeNotices } from './home-notices.tsx'
import { Launcher } from './launcher.tsx'
import './home.css'
import '../../../components/event-table.css'

export function HomeScreen() {
  return (
    <div className="stack stack-wide">
      <AccountHead />
      <Launcher />
      <HomeNotices />
      <LastActivity />
      <div className="home-facts">
        <WalletFacts />
        <Session />
      </div>
    </div>
  )
}

function AccountHead() {
  const { me, session } = useAccount()
  return (
    <div className="home-who inline">
      <Identicon address={session.wallet.address} size={48} />
      <div>
        <Heading screen={home.title}>{me.displayName ?? session.wallet.ens ?? home.heading}</Heading>
        <p className="soft">
          {session.wallet.ens && me.displayName ? (
            <>
              <bdi translate="no">{session.wallet.ens}</bdi>{' '}
            </>
          ) : null}
          <SpokenAddress address={session.wallet.address} />
          {' · '}
          {home.roles[me.role]}
        </p>
      </div>
    </div>
  )
}

function WalletFacts() {
  const { session } = useAccount()
  const count = useRouteQuery(listWallets).data?.items.length
  return (
    <section className="sheet">
      <SectionHead
        title={count === undefined ? home.wallet : text.walletCount(count)}
        to="/wallets"
        link={text.allWallets}
      />
      <Facts
        of={[
          [home.address, <Address key="address" address={session.wallet.address} />],
          session.wallet.name === null ? null : [home.signedWith, session.wallet.name],
          [wallets.kind, walletKind(session.wallet)],
          [home.connection, <ConnectionStatus key="connection" />],
        ]}
      />
    </section>
  )
}

function Address({ address }: { address: string }) {
  return (
    <div className="home-address spread">
      <FullAddress address={address} />
      <CopyButton
        text={address}
        label={steps.address.copy}
        spoken={steps.address.copySpoken}
        done={steps.address.copied}
      />
    </div>
  )
}

function Session() {
  const { session } = useAccount()
  const { createdAt, idleExpiresAt, expiresAt } = session
  const exact = (term: string, at: string): Fact => [term, <Timestamp key={term} at={at} exact />]
  const ends =
    idleExpiresAt < expiresAt
      ? [exact(home.idleEnd, idleExpiresAt), exact(home.latestEnd, expiresAt)]
      : [exact(home.end, expiresAt)]
  const count = useRouteQuery(listSessions).data?.items.length
  return (
    <section className="sheet">
      <SectionHead title={home.session} to="/sessions" link={text.allSessions}>
        {count === undefined ? null : <span className="small soft">{text.sessionCount(count)}</span>}
      </SectionHead>
      <Facts of={[[home.device, session.device], exact(home.since, createdAt), ...ends]} />
    </section>
  )
}

type SectionHeadProps = { title: string; to: string; link: string; children?: ReactNode }

function SectionHead({ title, to, link, children }: SectionHeadProps) {
  return (
    <div className="home-list-head spread">
      <div className="row">
        <h2>{title}</h2>
        {children}
      </div>
      <SmallLink to={to}>{link}</SmallLink>
    </div>
  )
}

function ConnectionStatus() {
  const connection = useConnection()
  return (
    <div className="stack stack-close">
      <ConnectionChip />
      {connection.status === 'disconnected' ? <p className="small soft">{home.detached}</p> : null}
    </div>
  )
}

function LastActivity() {
  const answer = useRouteQuery(listOwnActivity, { query: { limit: '3' } })
  return (
    <section className="sheet home-list">
      <SectionHead title={text.activity} to="/activity" link={text.allActivity} />
      <Loaded answer={answer} lines={3}>
        {({ items }) => (
          <List of={items} className="sheet-list" empty={<p className="sheet-empty soft">{text.noActivity}</p>}>
            {(event) => (
              <>
                <EventText event={event} />
                <span className="small soft">
                  <Timestamp at={event.at} />
                </span>
              </>
            )}
          </List>
        )}
      </Loaded>
    </section>
  )
}
