import { mayDo } from '@countersign/contract/permission.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { UsersRound } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Code } from '../../../components/admin/columns.tsx'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { groups as words } from '../../../words/admin/groups.ts'
import { AddGroupDialog } from './group-dialogs.tsx'

export function GroupsScreen() {
  const { me } = useAccount()
  const answer = useRouteQuery(listGroups)
  return (
    <ListScreen
      words={words}
      icon={UsersRound}
      answer={answer}
      mayAdd={mayDo(me.role, 'groups')}
      add={{ dialog: (onClose) => <AddGroupDialog onClose={onClose} /> }}
      list={({ items }) => <DataTable caption={words.title} columns={columns} rows={items} rowKey={({ id }) => id} />}
    />
  )
}

const columns: Column<Group>[] = [
  {
    key: 'name',
    label: words.name,
    render: ({ id, name }) => (
      <Link to={`/admin/groups/${id}`} className="break">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'slug', label: words.slug, render: ({ slug }) => <Code text={slug} /> },
  {
    key: 'members',
    label: words.members,
    render: ({ members, ruleMembers }) => words.memberCount(members, ruleMembers),
  },
  { key: 'created', label: words.created, render: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
]
