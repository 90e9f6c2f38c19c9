import { mayDo } from '@countersign/contract/permission.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { ListScreen } from '../../../components/admin/list-screen.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { groups as words } from '../../../words/admin-groups.ts'
import { AddGroupDialog } from './group-dialogs.tsx'
import './groups.css'

export function GroupsScreen() {
  const { me } = useAccount()
  const answer = useAnswer(listGroups)
  const [adding, setAdding] = useState(false)
  const add = mayDo(me.role, 'groups') ? (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  ) : undefined
  return (
    <ListScreen
      words={words}
      icon={UsersRound}
      answer={answer}
      add={add}
      list={({ items }) => <DataTable caption={words.title} columns={columns} rows={items} rowKey={({ id }) => id} />}
    >
      {adding ? <AddGroupDialog onClose={() => setAdding(false)} /> : null}
    </ListScreen>
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
  {
    key: 'slug',
    label: words.slug,
    render: ({ slug }) => (
      <code className="break" translate="no">
        {slug}
      </code>
    ),
  },
  { key: 'members', label: words.members, render: ({ members }) => members.toLocaleString() },
  { key: 'created', label: words.created, render: ({ createdAt }) => <When at={createdAt} exact /> },
]
