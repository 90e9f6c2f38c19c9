import { changeMembers, type Group, listGroups, listMembers } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople, type PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { UsersRound } from 'lucide-react'
import { useAct, usePages } from '../../../components/account-data.tsx'
import { More } from '../../../components/admin/paged-table.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { PersonName } from '../../../components/person/person-name.tsx'
import { PersonSearch } from '../../../components/person/person-search.tsx'
import { StatusTag } from '../../../components/person/person-status.tsx'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { admin, groups as words } from '../../../words/admin.ts'

export function GroupMembers({ group, may }: { group: Group; may: boolean }) {
  const pages = usePages(listMembers, { params: { id: group.id } })
  const { change, putIn, takeOut } = useMembers(group)
  return (
    <>
      {may ? (
        <section className="sheet group-sheet stack">
          <h2>{words.addPeople}</h2>
          <PersonSearch
            markMembersOf={group.id}
            act={(person) =>
              person.member ? (
                <span className="small soft">{words.isIn}</span>
              ) : (
                <Button aria-label={words.putInOf(nameInSentence(person))} onClick={() => putIn(person)}>
                  {words.putIn}
                </Button>
              )
            }
          />
        </section>
      ) : null}
      <section className="stack">
        <h2>{words.members}</h2>
        {change.error ? <Refused error={change.error} /> : null}
        <Loaded answer={pages} lines={4}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={UsersRound} title={words.noMembers}>
                {may ? <p>{words.noMembersBody}</p> : null}
              </EmptyState>
            ) : (
              <>
                <Link to={`/admin/people?group=${group.id}`} className="text-link">
                  {words.findMembers}
                </Link>
                <DataTable
                  caption={words.membersCaption}
                  columns={may ? [...columns, takeOutColumn(takeOut)] : columns}
                  rows={rows}
                  rowKey={({ id }) => id}
                />
                <More pages={pages} />
              </>
            )
          }
        </Loaded>
      </section>
    </>
  )
}

function useMembers({ id }: Group) {
  const change = useAct(changeMembers, { refreshes: [listMembers, listGroups, listPeople, getPerson] })
  const send = (add: string[], remove: string[], done: string) => {
    if (change.isPending) return
    change.mutate({ params: { id }, body: { add, remove } }, { onSuccess: () => showToast(done) })
  }
  return {
    change,
    putIn: (person: PersonItem) => send([person.id], [], words.added(nameInSentence(person))),
    takeOut: (person: PersonItem) => send([], [person.id], words.takenOut(nameInSentence(person))),
  }
}

const columns: Column<PersonItem>[] = [
  {
    key: 'name',
    label: words.name,
    render: (person) => <PersonName person={person} address={person.address} ens={person.ens} />,
  },
  { key: 'role', label: words.role, render: ({ role }) => admin.roles[role] },
  { key: 'status', label: words.status, render: ({ status }) => <StatusTag status={status} /> },
]

function takeOutColumn(onAct: (person: PersonItem) => void): Column<PersonItem> {
  return {
    key: 'act',
    label: words.act,
    hideLabel: true,
    align: 'end',
    render: (person) => (
      <Button aria-label={words.takeOutOf(nameInSentence(person))} onClick={() => onAct(person)}>
        {words.takeOut}
      </Button>
    ),
  }
}
