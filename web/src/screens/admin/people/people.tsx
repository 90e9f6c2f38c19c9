import { BULK_PEOPLE_MAX } from '@countersign/contract/limits/app-limits.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { type FoundPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import { UserPlus, Users } from 'lucide'
import { useEffect, useState } from 'react'
import { usePages, useRouteQuery } from '../../../components/account-data.tsx'
import { optionsOf, optionsOfItems } from '../../../components/admin/options.ts'
import { PagedTable, TimeOrNever } from '../../../components/admin/table.tsx'
import { type FilterState, useFilters } from '../../../components/admin/use-filters.ts'
import { GroupLinks, PersonName, personLabel, StatusTag } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDebouncedValue } from '../../../components/use-debounced-value.ts'
import { useMay } from '../../../components/use-signed-in.ts'
import { LinkButton } from '../../../page/link-button.tsx'
import { Checkbox, Field } from '../../../ui/controls/field.tsx'
import { FilterBar } from '../../../ui/controls/filter-bar.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { list } from '../../../words/account/account.ts'
import { admin, people } from '../../../words/admin/admin.ts'
import { bulk } from '../../../words/admin/bulk.ts'
import { BulkActions } from './bulk-actions.tsx'

const ROLES = optionsOf(admin.roles)
const STATUSES = optionsOf(admin.statuses)
const FILTERS = ['q', 'role', 'status', 'group'] as const

export function PeopleScreen() {
  const state = useFilters(FILTERS)
  const { filters } = state
  const groups = useRouteQuery(listGroups)
  const allGroups = groups.data?.items ?? []
  const query = {
    q: filters.q?.trim().slice(0, 100) || undefined,
    role: ROLES.find(({ value }) => value === filters.role)?.value,
    status: STATUSES.find(({ value }) => value === filters.status)?.value,
    group: allGroups.find(({ id }) => id === filters.group)?.id,
  }
  // The group in the URL may have been deleted, which the list of groups tells.
  const isLoadingGroups = filters.group !== undefined && groups.data === undefined
  const pages = usePages(listPeople, { query, enabled: !isLoadingGroups })
  const selection = useSelection(useMay('people.write'))
  const filtered = Object.values(query).some((value) => value !== undefined)
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={people.title}
        lead={people.lead}
        actions={
          useMay('invites') ? (
            <LinkButton to="/admin/invites" look="primary" icon={UserPlus}>
              {people.invite}
            </LinkButton>
          ) : undefined
        }
      />
      <PeopleFilter state={state} groups={allGroups} filtered={filtered} />
      <PagedTable
        pages={isLoadingGroups ? { ...pages, ...groups, data: undefined } : pages}
        lines={8}
        caption={people.title}
        columns={columnsFor(selection)}
        rowKey={({ id }) => id}
        empty={{
          icon: Users,
          title: filtered ? people.noMatch : people.empty,
          children: filtered ? people.noMatchBody : people.emptyBody,
        }}
      >
        {selection ? (
          <BulkActions chosen={pages.data?.filter(({ id }) => selection.has(id)) ?? []} onClear={selection.clear} />
        ) : null}
      </PagedTable>
    </div>
  )
}

function useSelection(isAllowed: boolean) {
  const [ids, setIds] = useState<readonly string[]>([])
  if (!isAllowed) return undefined
  return {
    has: (id: string) => ids.includes(id),
    toggle: (id: string, on: boolean) =>
      setIds(on ? [...ids, id].slice(-BULK_PEOPLE_MAX) : ids.filter((other) => other !== id)),
    clear: () => setIds([]),
  }
}

type FilterProps = { state: FilterState<(typeof FILTERS)[number]>; groups: Group[]; filtered: boolean }

function PeopleFilter({ state: { filters, change, clear, choice }, groups, filtered }: FilterProps) {
  const [typed, setTyped] = useState(filters.q ?? '')
  const settled = useDebouncedValue(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the URL
  useEffect(() => change({ q: settled }), [settled])
  const searched = filters.q ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another URL, such as that of a link, changes the field
  useEffect(() => {
    if (searched !== settled) setTyped(searched)
  }, [searched])
  const clearAll = () => {
    setTyped('')
    clear()
  }
  return (
    <FilterBar label={people.filter} clear={filtered ? { label: list.clear, onClear: clearAll } : undefined}>
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
      <Select label={people.role} {...choice('role', people.anyRole, ROLES)} />
      <Select label={people.status} {...choice('status', people.anyStatus, STATUSES)} />
      {groups.length > 0 ? (
        <Select label={people.group} {...choice('group', people.anyGroup, optionsOfItems(groups))} />
      ) : null}
    </FilterBar>
  )
}

function columnsFor(selection: ReturnType<typeof useSelection>): Column<FoundPerson>[] {
  return [
    {
      label: people.name,
      render: (person) => {
        const name = <PersonName person={person} />
        if (!selection) return name
        return (
          <span className="selectable">
            <Checkbox
              label=""
              aria-label={bulk.select(personLabel(person))}
              checked={selection.has(person.id)}
              disabled={person.status === 'deleted'}
              onChange={(event) => selection.toggle(person.id, event.currentTarget.checked)}
            />
            {name}
          </span>
        )
      },
    },
    { label: people.role, render: ({ role }) => admin.roles[role] },
    { label: people.status, render: ({ status }) => <StatusTag status={status} /> },
    {
      label: people.groups,
      render: ({ groups }) => (groups.length === 0 ? <span className="soft">–</span> : <GroupLinks groups={groups} />),
    },
    { label: people.lastSeen, render: ({ lastSeenAt }) => <TimeOrNever at={lastSeenAt} /> },
  ]
}
