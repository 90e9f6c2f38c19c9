import { getPerson, type PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import type { Grant } from '@countersign/contract/routes/grant.ts'
import type { SessionItem } from '@countersign/contract/routes/session.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { activityColumns } from '../../../components/admin/activity/activity-columns.tsx'
import { EndGrantDialog, grantColumns } from '../../../components/admin/grants.tsx'
import { isMissingError } from '../../../components/admin/is-missing.ts'
import { sessionColumns, useEndSession } from '../../../components/admin/session-table.tsx'
import { Code, NameLink, TableSection, TimeOrNever } from '../../../components/admin/table.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { personLabel, StatusTag } from '../../../components/person/person-name.tsx'
import { personRights } from '../../../components/person/person-rights.ts'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { walletKind } from '../../../components/wallet-words.ts'
import { Link } from '../../../page/history.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Facts } from '../../../ui/data/facts.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { AppIcon, WithLogo } from '../../../ui/identity/app-logo.tsx'
import { account } from '../../../words/account/account.ts'
import { admin, grants as grantWords, person as words } from '../../../words/admin/admin.ts'
import { steps } from '../../../words/steps.ts'
import { PersonActions, PersonRemoval } from './person-actions.tsx'
import { PersonGroups, PersonRules } from './person-groups.tsx'

export function PersonScreen({ params }: { params: Record<string, string> }) {
  const answer = useRouteQuery(getPerson, { params: { id: params.id ?? '' } })
  if (isMissingError(answer.error)) return <NotFoundScreen />
  const { data } = answer
  const title = data ? personLabel(data.person) : account.unknownTitle
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={data ? 'loaded' : 'loading'}
        title={title}
        crumbs={[{ label: words.crumb, to: '/admin/people' }]}
      />
      <Loaded answer={answer} lines={8}>
        {(details) => (
          <>
            <Profile details={details} />
            <PersonActions details={details} />
            <PersonGroups details={details} />
            <PersonRules details={details} />
            <TableSection
              title={words.wallets}
              caption={words.walletsCaption}
              columns={walletColumns}
              rows={details.wallets}
              rowKey={({ id }) => id}
              empty={words.noWallets}
            />
            <Sessions details={details} />
            <PersonApps details={details} />
            <RecentActivity details={details} />
            <PersonRemoval details={details} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Profile({ details }: { details: PersonDetails }) {
  const { person, recoveryCodesLeft, suspended, suspendedFor, deletion } = details
  return (
    <section className="sheet">
      <h2>{words.profile}</h2>
      <Facts
        of={[
          [words.role, admin.roles[person.role]],
          [
            words.status,
            <span key="status" className="row">
              <StatusTag status={person.status} />
              {suspended && deletion ? <StatusTag status="suspended" /> : null}
            </span>,
          ],
          suspendedFor ? [words.reason, suspendedFor] : null,
          deletion && [words.gone, <Timestamp key="gone" at={deletion.after} exact />],
          deletion && [words.deletionBy, deletion.own ? words.bySelf : words.byOwner],
          person.address ? [words.address, <MainWallet key="address" address={person.address} />] : null,
          [words.since, <Timestamp key="since" at={person.createdAt} exact />],
          [words.lastSeen, <TimeOrNever key="seen" at={person.lastSeenAt} />],
          [words.codes, recoveryCodesLeft],
          [words.id, <Code key="id" text={person.id} />],
        ]}
      />
    </section>
  )
}

function MainWallet({ address }: { address: string }) {
  const { copy, copySpoken, copied } = steps.address
  return (
    <span className="row">
      <FullAddress address={address} />
      <CopyButton text={address} label={copy} spoken={copySpoken} done={copied} />
    </span>
  )
}

function Sessions({ details: { person, sessions } }: { details: PersonDetails }) {
  return (
    <TableSection
      title={words.sessions}
      columns={sessionColumns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={words.noSessions}
      actions={useEndSession<SessionItem>(() => person)}
    />
  )
}

function RecentActivity({ details: { person, activity } }: { details: PersonDetails }) {
  return (
    <TableSection
      title={words.activity}
      columns={activityColumns}
      rows={activity}
      rowKey={({ id }) => id}
      empty={words.noActivity}
    >
      {activity.length === 0 ? null : (
        <Link to={`/admin/activity?person=${person.id}`} className="text-link">
          {words.allActivity}
        </Link>
      )}
    </TableSection>
  )
}

const walletColumns: Column<Wallet>[] = [
  {
    label: words.wallet,
    render: ({ account, address, label, name, ens, primary, status }) => (
      <div>
        <FullAddress address={address} />
        <div className="row small soft">
          {ens ? <bdi translate="no">{ens}</bdi> : null}
          {label || name ? <bdi>{label ?? name}</bdi> : null}
          <span>{walletKind({ account })}</span>
          {primary ? <Tag tone="good">{words.main}</Tag> : null}
          {status === 'removing' ? <Tag tone="warn">{words.removing}</Tag> : null}
        </div>
      </div>
    ),
  },
  { label: words.linked, render: ({ linkedAt }) => <Timestamp at={linkedAt} /> },
  { label: words.lastUsed, render: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} /> },
]

function PersonApps({ details: { person, grants } }: { details: PersonDetails }) {
  const { me } = useAccount()
  return (
    <TableSection
      title={grantWords.apps}
      columns={[appColumn(grants), ...grantColumns]}
      rows={grants}
      rowKey={({ id }) => id}
      empty={grantWords.noApps}
      actions={[
        {
          label: grantWords.end,
          labelOf: ({ app }) => grantWords.endOf(app.name),
          may: () => personRights(me, person).signOut,
          dialog: ({ id, app }, onClose) => (
            <EndGrantDialog grantId={id} person={person} app={app.name} onClose={onClose} />
          ),
        },
      ]}
    />
  )
}

/** Names are indented for logos once any app has one. */
function appColumn(grants: Grant[]): Column<Grant> {
  const hasLogos = grants.some(({ app }) => app.logo !== null)
  return {
    label: grantWords.app,
    render: ({ app }) => (
      <WithLogo picture={hasLogos ? <AppIcon logo={app.logo} size={32} /> : null}>
        <NameLink to={`/admin/apps/${app.id}`} name={app.name} />
      </WithLogo>
    ),
  }
}
