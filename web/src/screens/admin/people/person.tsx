import { AppError } from '@countersign/contract/errors.ts'
import { mayDo, outranks } from '@countersign/contract/permission.ts'
import { getPerson, type PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { endAnySession, listAllSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { useAct, useAnswer } from '../../../components/account-data.tsx'
import { activityColumns } from '../../../components/admin/activity-columns.tsx'
import { sessionColumns } from '../../../components/admin/session-columns.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { StatusTag } from '../../../components/person/person-status.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import { FullAddress } from '../../../ui/address.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { admin } from '../../../words/admin.ts'
import { steps } from '../../../words/steps.ts'
import { PersonActs } from './person-actions.tsx'
import { PersonApps } from './person-apps.tsx'
import { PersonGroups } from './person-groups.tsx'
import { walletColumns } from './wallet-columns.tsx'
import '../../../components/admin/admin.css'

const { person: words } = admin

export function PersonScreen({ params }: { params: Record<string, string> }) {
  const answer = useAnswer(getPerson, { params: { id: params.id ?? '' } })
  if (isMissing(answer.error)) return <NotFoundScreen />
  const { data } = answer
  const title = data ? (data.person.displayName ?? admin.unnamed) : account.unknownTitle
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={data ? 'known' : 'unknown'}
        title={title}
        crumbs={[{ label: words.crumb, to: '/admin/people' }]}
      />
      <Loaded answer={answer} lines={8}>
        {(details) => (
          <>
            <Profile details={details} />
            <PersonActs details={details} />
            <PersonGroups details={details} />
            <Wallets details={details} />
            <Sessions details={details} />
            <PersonApps details={details} />
            <Latest details={details} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Missing and badly written are told apart by nobody. */
function isMissing(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_body')
}

function Profile({ details }: { details: PersonDetails }) {
  const { person, recoveryCodesLeft, suspendedFor, deleteAfter } = details
  const facts: Fact[] = [
    [words.role, admin.roles[person.role]],
    [words.status, <StatusTag key="status" status={person.status} />],
  ]
  if (suspendedFor) facts.push([words.reason, suspendedFor])
  if (deleteAfter) facts.push([words.gone, <When key="gone" at={deleteAfter} exact />])
  if (person.address) facts.push([words.address, <MainWallet key="address" address={person.address} />])
  facts.push(
    [words.since, <When key="since" at={person.createdAt} exact />],
    [words.lastSeen, person.lastSeenAt === null ? admin.never : <When key="seen" at={person.lastSeenAt} />],
    [words.codes, recoveryCodesLeft],
    [words.id, <PersonId key="id" id={person.id} />],
  )
  return (
    <section className="sheet">
      <h2>{words.profile}</h2>
      <Facts of={facts} />
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

function PersonId({ id }: { id: string }) {
  return (
    <span className="mono break" dir="ltr" translate="no">
      {id}
    </span>
  )
}

function Wallets({ details: { wallets } }: { details: PersonDetails }) {
  return (
    <section className="stack">
      <h2>{words.wallets}</h2>
      {wallets.length === 0 ? (
        <p className="soft">{words.noWallets}</p>
      ) : (
        <DataTable caption={words.walletsCaption} columns={walletColumns} rows={wallets} rowKey={({ id }) => id} />
      )}
    </section>
  )
}

function Sessions({ details: { person, sessions } }: { details: PersonDetails }) {
  const { me } = useAccount()
  const end = useAct(endAnySession, { refreshes: [getPerson, listAllSessions] })
  const may = mayDo(me.role, 'sessions.end') && outranks(me.role, person.role)
  const ending = may
    ? {
        nameOf: () => person.displayName ?? admin.unnamed,
        mayEnd: ({ current }: SessionItem) => !current,
        end: ({ id }: SessionItem) =>
          end.mutate({ params: { id } }, { onSuccess: () => showToast(admin.sessions.ended) }),
      }
    : undefined
  return (
    <section className="stack">
      <h2>{words.sessions}</h2>
      {end.error ? <Refused error={end.error} /> : null}
      {sessions.length === 0 ? (
        <p className="soft">{words.noSessions}</p>
      ) : (
        <DataTable
          caption={words.sessions}
          columns={sessionColumns<SessionItem>(ending)}
          rows={sessions}
          rowKey={({ id }) => id}
        />
      )}
    </section>
  )
}

function Latest({ details: { person, activity } }: { details: PersonDetails }) {
  return (
    <section className="stack">
      <h2>{words.activity}</h2>
      {activity.length === 0 ? (
        <p className="soft">{words.noActivity}</p>
      ) : (
        <>
          <DataTable caption={words.activity} columns={activityColumns} rows={activity} rowKey={({ id }) => id} />
          <Link to={`/admin/activity?person=${person.id}`} className="text-link">
            {words.allActivity}
          </Link>
        </>
      )}
    </section>
  )
}
