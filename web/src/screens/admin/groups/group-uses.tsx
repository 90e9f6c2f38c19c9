import { type Group, listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { Link2Off } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { NameLink } from '../../../components/admin/table.tsx'
import type { Use } from '../../../components/item/danger-zone.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { groups as words } from '../../../words/admin/groups.ts'
import { usesOfGroup } from './uses-of-group.ts'

/** While there are any, the server refuses to delete the group. */
export function useGroupUses({ id }: Group) {
  const { data, error, refetch } = useRouteQuery(listGroupUses, { params: { id } })
  return { data: data && usesOfGroup(data), error, refetch }
}

export function GroupUsesPart({ group }: { group: Group }) {
  return (
    <Loaded answer={useGroupUses(group)} lines={4}>
      {(uses) =>
        uses.length === 0 ? (
          <EmptyState icon={Link2Off} title={words.noUses}>
            {words.noUsesBody}
          </EmptyState>
        ) : (
          <DataTable caption={words.parts.uses} columns={columns} rows={uses} rowKey={({ to }) => to} />
        )
      }
    </Loaded>
  )
}

const columns: Column<Use>[] = [
  { label: words.name, render: ({ to, name }) => <NameLink to={to} name={name} className="break" /> },
  { label: words.useKind, render: ({ kind }) => kind },
]
