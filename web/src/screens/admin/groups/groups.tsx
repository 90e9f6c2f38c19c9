import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { UsersRound } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Code, NameLink } from '../../../components/admin/table.tsx'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { groups as words } from '../../../words/admin/groups.ts'
import { AddGroupDialog } from './group-dialogs.tsx'

export function GroupsScreen() {
  return (
    <ListScreen
      words={words}
      icon={UsersRound}
      answer={useRouteQuery(listGroups)}
      mayAdd={useMay('groups')}
      add={{ dialog: (onClose) => <AddGroupDialog onClose={onClose} /> }}
      list={({ items }) => <DataTable caption={words.title} columns={columns} rows={items} rowKey={({ id }) => id} />}
    />
  )
}

const columns: Column<Group>[] = [
  {
    label: words.name,
    render: ({ id, name }) => <NameLink to={`/admin/groups/${id}`} name={name} className="break" />,
  },
  { label: words.slug, render: ({ slug }) => <Code text={slug} /> },
  { label: words.members, render: ({ members, ruleMembers }) => words.memberCount(members, ruleMembers) },
  { label: words.created, render: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
]
