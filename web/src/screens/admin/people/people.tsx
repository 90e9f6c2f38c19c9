import { BULK_PEOPLE_MAX } from '@countersign/contract/limits/app-limits.ts'
import { mayDo, type Role } from '@countersign/contract/permission.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { type FoundPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { UserPlus, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAnswer, usePages } from '../../../components/account-data.tsx'
import { type Filters, oneOf } from '../../../components/admin/filters.ts'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { useFilters } from '../../../components/admin/use-filters.ts'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { GroupLinks, PersonName, StatusTag } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDebouncedValue } from '../../../components/use-debounced-value.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { account } from '../../../words/account.ts'
import { admin } from '../../../words/admin.ts'
import { bulk } from '../../../words/admin-bulk.ts'
import { BulkActions } from './bulk-actions.tsx'

const { people } = admin
const ROLES = (['member', 'auditor', 'admin', 'owner'] satisfies Role[]).map((value) => ({
  value,
  label: admin.roles[value],
}))
const STATUSES = (['active', 'suspended', 'deleting', 'deleted'] satisfies PersonStatus[]).map((value) => ({
  value,
  label: admin.statuses[value],
}))
const FILTERS = ['q', 'role', 'status', 'group'] as const
type Name = (typeof FILTERS)[number]

export function PeopleScreen() {
  const { me } = useAccount()
  const [filters, change] = useFilters(FILTERS)
  const groups = useAnswer(listGroups)
  const known = groups.data?.items ?? []
  const query = {
    q: filters.q?.trim().slice(0, 100) || undefined,
    role: oneOf(
      filters.role,
      ROLES.map(({ value }) => value),
    ),
    status: oneOf(
      filters.status,
      STATUSES.map(({ value }) => value),
    ),
    group: oneOf(
      filters.group,
      known.map(({ id }) => id),
    ),
  }
  // A group that the address names may be gone: only the list of groups tells.
  const waits = filters.group !== undefined && groups.data === undefined
  const pages = usePages(listPeople, { query, enabled: !waits })
  const selection = useSelection(mayDo(me.role, 'people.write'))
  const filtered = Object.values(query).some((value) => value !== undefined)
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={people.title}
        lead={people.lead}
        actions={
          mayDo(me.role, 'invites') ? (
            <Link to="/admin/invites" className="button plain">
              <UserPlus size={16} aria-hidden="true" />
              <span>{people.invite}</span>
            </Link>
          ) : undefined
        }
      />
      <PeopleFilter filters={filters} groups={known} change={change} filtered={filtered} />
      <PagedTable
        pages={waits ? { ...pages, ...groups, data: undefined } : pages}
        lines={8}
        caption={people.caption}
        columns={columnsFor(selection)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Users} title={filtered ? people.noMatch : people.empty}>
            <p>{filtered ? people.noMatchBody : people.emptyBody}</p>
          </EmptyState>
        }
      >
        {selection ? (
          <BulkActions chosen={pages.data?.filter(({ id }) => selection.has(id)) ?? []} onClear={selection.clear} />
        ) : null}
      </PagedTable>
    </div>
  )
}

/** The people that a bulk action changes, up to its limit. */
function useSelection(may: boolean) {
  const [ids, setIds] = useState<readonly string[]>([])
  if (!may) return undefined
  return {
    has: (id: string) => ids.includes(id),
    turn: (id: string, on: boolean) =>
      setIds(on ? [...ids, id].slice(-BULK_PEOPLE_MAX) : ids.filter((other) => other !== id)),
    clear: () => setIds([]),
  }
}

type FilterProps = {
  filters: Filters<Name>
  groups: Group[]
  change: (next: Filters<Name>) => void
  filtered: boolean
}

function PeopleFilter({ filters, groups, change, filtered }: FilterProps) {
  const [typed, setTyped] = useState(filters.q ?? '')
  const settled = useDebouncedValue(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is written into the address
  useEffect(() => change({ q: settled }), [settled])
  const asked = filters.q ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address, such as a link's, changes what is typed
  useEffect(() => {
    if (asked !== settled) setTyped(asked)
  }, [asked])
  const clear = () => {
    setTyped('')
    change({ q: '', role: '', status: '', group: '' })
  }
  return (
    <FilterBar label={people.filter} clear={filtered ? { label: account.list.clear, onClear: clear } : undefined}>
      <Field
        label={people.search}
        type="search"
        placeholder={people.searchHint}
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FilterSelect name="role" label={people.role} any={people.anyRole} options={ROLES} {...{ filters, change }} />
      <FilterSelect
        name="status"
        label={people.status}
        any={people.anyStatus}
        options={STATUSES}
        {...{ filters, change }}
      />
      {groups.length > 0 ? (
        <FilterSelect
          name="group"
          label={people.group}
          any={people.anyGroup}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          {...{ filters, change }}
        />
      ) : null}
    </FilterBar>
  )
}

type FilterSelectProps = Pick<FilterProps, 'filters' | 'change'> & {
  name: Name
  label: string
  any: string
  options: Option<string>[]
}

function FilterSelect({ name, label, any, options, filters, change }: FilterSelectProps) {
  return (
    <Select
      label={label}
      value={filters[name] ?? ''}
      options={[{ value: '', label: any }, ...options]}
      onChoose={(value) => change({ [name]: value })}
    />
  )
}

type Selecting = { has: (id: string) => boolean; turn: (id: string, on: boolean) => void }

/** With a checkbox beside each name for those who may change several people. */
function columnsFor(selecting?: Selecting): Column<FoundPerson>[] {
  return [
    {
      key: 'name',
      label: people.name,
      render: (person) => {
        const name = <PersonName person={person} address={person.address} ens={person.ens} />
        if (!selecting) return name
        return (
          <span className="selectable">
            <Checkbox
              label=""
              aria-label={bulk.select(nameInSentence(person))}
              checked={selecting.has(person.id)}
              disabled={person.status === 'deleted'}
              onChange={(event) => selecting.turn(person.id, event.currentTarget.checked)}
            />
            {name}
          </span>
        )
      },
    },
    { key: 'role', label: people.role, render: ({ role }) => admin.roles[role] },
    { key: 'status', label: people.status, render: ({ status }) => <StatusTag status={status} /> },
    {
      key: 'groups',
      label: people.groups,
      render: ({ groups }) => (groups.length === 0 ? <span className="soft">–</span> : <GroupLinks groups={groups} />),
    },
    {
      key: 'seen',
      label: people.lastSeen,
      render: ({ lastSeenAt }) => (lastSeenAt === null ? admin.never : <When at={lastSeenAt} />),
    },
  ]
}
