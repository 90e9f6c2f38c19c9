import type { AnswerOf } from '@countersign/contract/route.ts'
import { type Group, listMembers } from '@countersign/contract/routes/admin/group.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { listRuleMembers } from '@countersign/contract/routes/admin/rule.ts'
import { UsersRound } from 'lucide'
import { usePages } from '../../../components/account-data.tsx'
import { PagedTable } from '../../../components/admin/table.tsx'
import { useMembership } from '../../../components/admin/use-membership.ts'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { PersonName, personLabel, StatusTag } from '../../../components/person/person-name.tsx'
import { PersonSearch } from '../../../components/person/person-search.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { admin } from '../../../words/admin/admin.ts'
import { groups as words } from '../../../words/admin/groups.ts'
import { rules } from '../../../words/admin/rules.ts'

export function GroupMembers({ group, canEdit }: { group: Group; canEdit: boolean }) {
  const { change, error } = useMembership()
  return (
    <>
      {canEdit ? (
        <section className="sheet sheet-roomy stack">
          <h2>{words.addPeople}</h2>
          <PersonSearch
            markMembersOf={group.id}
            renderAction={(person) =>
              person.member ? (
                <span className="small soft">{words.alreadyMember}</span>
              ) : (
                <Button
                  aria-label={words.addMemberOf(personLabel(person))}
                  onClick={() => change({ group, person, how: 'add', done: words.memberAdded(personLabel(person)) })}
                >
                  {words.addMember}
                </Button>
              )
            }
          />
        </section>
      ) : null}
      <section className="stack">
        <h2>{words.members}</h2>
        {group.ruleMembers === null ? null : <p className="soft">{rules.addedStay}</p>}
        {error ? <ErrorNotice error={error} /> : null}
        <PagedTable
          pages={usePages(listMembers, { params: { id: group.id } })}
          lines={4}
          caption={words.membersCaption}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{ icon: UsersRound, title: words.noMembers, children: canEdit ? words.noMembersBody : null }}
          actions={[
            {
              label: words.removeMember,
              labelOf: (person) => words.removeMemberOf(personLabel(person)),
              may: () => canEdit,
              run: (person) => change({ group, person, how: 'remove', done: words.memberRemoved(personLabel(person)) }),
            },
          ]}
        >
          <Link to={`/admin/people?group=${group.id}`} className="text-link">
            {words.findMembers}
          </Link>
        </PagedTable>
      </section>
    </>
  )
}

type RuleMember = AnswerOf<typeof listRuleMembers>['items'][number]

/** People whom the rule puts in the group; nobody can remove them by hand. */
export function RuleMembers({ group }: { group: Group }) {
  const { byRule } = rules
  return (
    <section className="stack">
      <h2>{byRule.title}</h2>
      <PagedTable
        pages={usePages(listRuleMembers, { params: { id: group.id } })}
        lines={4}
        caption={byRule.caption}
        columns={ruleColumns}
        rowKey={({ person }) => person.id}
        empty={{ icon: UsersRound, title: byRule.none, children: byRule.noneBody }}
      />
    </section>
  )
}

const columns: Column<PersonItem>[] = [
  { label: words.name, render: (person) => <PersonName person={person} /> },
  { label: words.role, render: ({ role }) => admin.roles[role] },
  { label: words.status, render: ({ status }) => <StatusTag status={status} /> },
]

const ruleColumns: Column<RuleMember>[] = [
  ...columns.map(({ render, ...column }) => ({ ...column, render: ({ person }: RuleMember) => render(person) })),
  { label: rules.byRule.checked, render: ({ checkedAt }) => <Timestamp at={checkedAt} /> },
]
