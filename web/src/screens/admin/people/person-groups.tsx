import { outranks } from '@countersign/contract/permission.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople, type PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { checkPerson, listRuleMembers } from '@countersign/contract/routes/admin/rule.ts'
import { Scale } from 'lucide'
import { useState } from 'react'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { optionsOfItems } from '../../../components/admin/options.ts'
import { NameLink } from '../../../components/admin/table.tsx'
import { useMembership } from '../../../components/admin/use-membership.ts'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { useAccount, useMay } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { personGroups as words } from '../../../words/admin/bulk.ts'
import { check as checks, rules } from '../../../words/admin/rules.ts'
import { outcomes } from '../../../words/rules/reasons.ts'
import '../../../components/admin/admin.css'

export function PersonGroups({ details: { person, groups } }: { details: PersonDetails }) {
  const { change, error } = useMembership()
  const canEdit = useMay('groups') && person.status !== 'deleted'
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      {error ? <ErrorNotice error={error} /> : null}
      {groups.length === 0 ? <p className="soft">{words.none}</p> : null}
      <ul className="stack stack-close">
        {groups.map((group) => (
          <li key={group.id} className="row">
            <NameLink to={`/admin/groups/${group.id}${group.added ? '' : '/rule'}`} name={group.name} />
            {group.byRule ? <Tag icon={Scale}>{rules.column}</Tag> : null}
            {canEdit && group.added ? (
              <Button
                aria-label={words.removeOf(group.name)}
                onClick={() => change({ group, person, how: 'remove', done: words.removed(group.name) })}
              >
                {words.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {canEdit ? (
        <AddToGroup
          groups={groups}
          onAdd={(group) => change({ group, person, how: 'add', done: words.added(group.name) })}
        />
      ) : null}
    </section>
  )
}

type AddToGroupProps = { groups: PersonDetails['groups']; onAdd: (group: Group) => void }

/** Someone in a group by its rule can be added too, and stays when the rule is no longer met. */
function AddToGroup({ groups, onAdd }: AddToGroupProps) {
  const own = groups.filter(({ added }) => added).map(({ id }) => id)
  const others = (useRouteQuery(listGroups).data?.items ?? []).filter(({ id }) => !own.includes(id))
  const [chosen, setChosen] = useState('')
  if (others.length === 0) return null
  const group = others.find(({ id }) => id === chosen)
  return (
    <form
      className="field-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (group) onAdd(group)
        setChosen('')
      }}
    >
      <Select
        label={words.add}
        value={group?.id ?? ''}
        options={[{ value: '', label: words.choose }, ...optionsOfItems(others)]}
        onChoose={setChosen}
      />
      <Button type="submit" aria-disabled={group === undefined || undefined}>
        {words.addNow}
      </Button>
    </form>
  )
}

/** Checks the rules of all groups for one person on demand. */
export function PersonRules({ details: { person } }: { details: PersonDetails }) {
  const { me } = useAccount()
  const check = useRouteMutation(checkPerson, { refreshes: [getPerson, listPeople, listGroups, listRuleMembers] })
  const groups = useRouteQuery(listGroups).data?.items ?? []
  const mayCheck = useMay('people.write') && outranks(me.role, person.role) && person.status === 'active'
  if (!mayCheck || !groups.some(({ ruleMembers }) => ruleMembers !== null)) return null
  const run = () => check.mutate({ params: { id: person.id } }, { onSuccess: () => announce(checks.done) })
  return (
    <section className="stack">
      <h2>{checks.title}</h2>
      <p className="soft">{checks.body}</p>
      {check.error ? <ErrorNotice error={check.error} /> : null}
      {check.data ? (
        <DataTable
          caption={checks.caption}
          columns={columns}
          rows={check.data.items}
          rowKey={({ groupId }) => groupId}
        />
      ) : null}
      <div>
        <Button busy={check.isPending} onClick={run}>
          {checks.run}
        </Button>
      </div>
    </section>
  )
}

type Outcome = AnswerOf<typeof checkPerson>['items'][number]

const TONES = { yes: 'good', no: 'plain', unknown: 'warn' } as const

const columns: Column<Outcome>[] = [
  { label: checks.group, render: ({ groupId, name }) => <NameLink to={`/admin/groups/${groupId}/rule`} name={name} /> },
  { label: checks.outcome, render: ({ outcome }) => <Tag tone={TONES[outcome]}>{outcomes[outcome]}</Tag> },
]
