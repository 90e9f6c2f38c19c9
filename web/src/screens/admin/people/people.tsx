import { BULK_PEOPLE_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { Role } from '@countersign/contract/me.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { listPeople } from '@countersign/contract/routes/admin/people.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { UserPlus, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAnswer, usePages } from '../../../components/account-data.tsx'
import { type Filters, oneOf } from '../../../components/admin/filters.ts'
import { More } from '../../../components/admin/paged-table.tsx'
import { useFilters } from '../../../components/admin/use-filters.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { account } from '../../../words/account.ts'
import { admin } from '../../../words/admin.ts'
import { BulkActions } from './bulk-actions.tsx'
import { peopleColumns } from './people-columns.tsx'

const { people } = admin
const ROLES: Role[] = ['member', 'auditor', 'admin', 'owner']
const STATUSES: PersonStatus[] = ['active', 'suspended', 'deleting', 'deleted']
const FILTERS = ['q', 'role', 'status', 'group'] as const
type Name = (typeof FILTERS)[number]

export function PeopleScreen() {
  const { me } = useAccount()
  const [filters, change] = useFilters(FILTERS)
  const groups = useAnswer(listGroups)
  const known = groups.data?.items ?? []
  const query = {
    q: filters.q?.trim().slice(0, 100) || undefined,
    role: oneOf(filters.role, ROLES),
    status: oneOf(filters.status, STATUSES),
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
      <Loaded answer={waits ? { ...groups, data: undefined } : pages} lines={8}>
        {(rows) =>
          rows.length === 0 ? (
            <NoPeople filtered={filtered} />
          ) : (
            <>
              {selection ? (
                <BulkActions chosen={rows.filter(({ id }) => selection.has(id))} onClear={selection.clear} />
              ) : null}
              <DataTable
                caption={people.caption}
                columns={peopleColumns(selection)}
                rows={rows}
                rowKey={({ id }) => id}
              />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** Whom a bulk action would change; as many as one takes. */
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
  const settled = useSettled(typed)
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
      <Select
        label={people.role}
        value={filters.role ?? ''}
        options={[
          { value: '', label: people.anyRole },
          ...ROLES.map((role) => ({ value: role, label: admin.roles[role] })),
        ]}
        onChoose={(role) => change({ role })}
      />
      <Select
        label={people.status}
        value={filters.status ?? ''}
        options={[
          { value: '', label: people.anyStatus },
          ...STATUSES.map((status) => ({ value: status, label: admin.statuses[status] })),
        ]}
        onChoose={(status) => change({ status })}
      />
      {groups.length > 0 ? (
        <Select
          label={people.group}
          value={filters.group ?? ''}
          options={[
            { value: '', label: people.anyGroup },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(group) => change({ group })}
        />
      ) : null}
    </FilterBar>
  )
}

function NoPeople({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={Users} title={filtered ? people.noMatch : people.empty}>
      <p>{filtered ? people.noMatchBody : people.emptyBody}</p>
    </EmptyState>
  )
}
