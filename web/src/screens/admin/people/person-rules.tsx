import { mayDo, outranks } from '@countersign/contract/permission.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople, type PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { checkPerson, listRuleMembers } from '@countersign/contract/routes/admin/rule.ts'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { rules } from '../../../words/admin/rules.ts'
import { outcomes } from '../../../words/rules/reasons.ts'

const { check: words } = rules

/** Checks the rules of all groups for one person on demand. */
export function PersonRules({ details: { person } }: { details: PersonDetails }) {
  const { me } = useAccount()
  const check = useRouteMutation(checkPerson, { refreshes: [getPerson, listPeople, listGroups, listRuleMembers] })
  const groups = useRouteQuery(listGroups).data?.items ?? []
  const mayCheck = mayDo(me.role, 'people.write') && outranks(me.role, person.role) && person.status === 'active'
  if (!mayCheck || !groups.some(({ ruleMembers }) => ruleMembers !== null)) return null
  const run = () => check.mutate({ params: { id: person.id } }, { onSuccess: () => announce(words.done) })
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.body}</p>
      {check.error ? <ErrorNotice error={check.error} /> : null}
      {check.data ? <Outcomes items={check.data.items} /> : null}
      <div>
        <Button busy={check.isPending} onClick={run}>
          {words.run}
        </Button>
      </div>
    </section>
  )
}

type Outcome = AnswerOf<typeof checkPerson>['items'][number]

function Outcomes({ items }: { items: Outcome[] }) {
  return <DataTable caption={words.caption} columns={columns} rows={items} rowKey={({ groupId }) => groupId} />
}

const TONES = { yes: 'good', no: 'plain', unknown: 'warn' } as const

const columns: Column<Outcome>[] = [
  {
    key: 'group',
    label: words.group,
    render: ({ groupId, name }) => (
      <Link to={`/admin/groups/${groupId}/rule`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'outcome',
    label: words.outcome,
    render: ({ outcome }) => <Tag tone={TONES[outcome]}>{outcomes[outcome]}</Tag>,
  },
]
