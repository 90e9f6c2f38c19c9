import { mayDo } from '@countersign/contract/permission.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { type Group, listGroups, listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link, useQuery } from '../../../page/history.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { account } from '../../../words/account.ts'
import { groups as words } from '../../../words/admin-groups.ts'
import { rules } from '../../../words/admin-rules.ts'
import { ChangeGroupDialog, RemoveGroupDialog } from './group-dialogs.tsx'
import { GroupMembers, RuleMembers } from './group-members.tsx'
import { GroupRulePart } from './group-rule.tsx'
import './groups.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Code } from '../../../components/admin/columns.tsx'
import { oneOf } from '../../../components/admin/options.ts'
import { PartNav } from '../../../components/admin/part-nav.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'

type Part = keyof typeof rules.parts
const PARTS = Object.keys(rules.parts) as Part[] // the keys of a const object are its key type

/** All groups are in one list, so there is no route for a single one. */
export function GroupScreen({ params }: { params: Record<string, string> }) {
  const { me } = useAccount()
  const answer = useRouteQuery(listGroups)
  const part = oneOf(useQuery('part'), PARTS) ?? 'people'
  const group = answer.data?.items.find(({ id }) => id === params.id)
  if (answer.data && !group) return <NotFoundScreen />
  const canEdit = mayDo(me.role, 'groups')
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={group ? 'loaded' : 'loading'}
        title={group?.name ?? account.unknownTitle}
        screen={group ? screenOf(group.name, part) : account.unknownTitle}
        crumbs={[{ label: words.title, to: '/admin/groups' }]}
        actions={group && canEdit ? <Actions group={group} /> : undefined}
      />
      <PartNav label={rules.partsLabel} at={`/admin/groups/${params.id}`} parts={rules.parts} chosen={part} />
      <Loaded answer={{ ...answer, data: group }} lines={8}>
        {(loaded) => (part === 'rule' ? <GroupRulePart group={loaded} canEdit={canEdit} /> : <People group={loaded} />)}
      </Loaded>
    </div>
  )
}

function screenOf(name: string, part: Part): string {
  return part === 'people' ? name : `${rules.parts[part]} · ${name}`
}

function People({ group }: { group: Group }) {
  const { me } = useAccount()
  const canEdit = mayDo(me.role, 'groups')
  return (
    <>
      <About group={group} />
      {canEdit ? <Uses id={group.id} /> : null}
      <GroupMembers group={group} canEdit={canEdit} />
      {group.ruleMembers === null ? null : <RuleMembers group={group} />}
    </>
  )
}

function About({ group: { slug, members, ruleMembers, createdAt } }: { group: Group }) {
  return (
    <section className="sheet">
      <h2>{words.about}</h2>
      <Facts
        of={[
          [words.slug, <Code key="slug" text={slug} />],
          [words.members, members.toLocaleString()],
          [rules.column, ruleMembers === null ? rules.columnNone : ruleMembers.toLocaleString()],
          [words.created, <Timestamp key="created" at={createdAt} exact />],
        ]}
      />
    </section>
  )
}

function Uses({ id }: { id: string }) {
  const answer = useRouteQuery(listGroupUses, { params: { id } })
  return (
    <section className="stack stack-close">
      <h2>{words.uses}</h2>
      <Loaded answer={answer} lines={2}>
        {(uses) =>
          uses.apps.length + uses.hosts.length + uses.rules.length === 0 && !uses.registration ? (
            <p className="soft">{words.noUses}</p>
          ) : (
            <UseList uses={uses} />
          )
        }
      </Loaded>
    </section>
  )
}

type GroupUses = AnswerOf<typeof listGroupUses>

function UseList({ uses: { apps, hosts, rules: naming, registration } }: { uses: GroupUses }) {
  return (
    <ul className="group-uses">
      {apps.map((app) => (
        <li key={app.id}>
          <Link to={`/admin/apps/${app.id}?part=access`} className="text-link">
            <bdi>{app.name}</bdi>
          </Link>
        </li>
      ))}
      {hosts.map(({ id: hostId, name, host }) => (
        <li key={hostId}>
          <Link to="/admin/hosts" className="text-link">
            <bdi>{name}</bdi>
          </Link>{' '}
          <span className="small soft" translate="no">
            {host}
          </span>
        </li>
      ))}
      {naming.map((other) => (
        <li key={other.id}>
          <Link to={`/admin/groups/${other.id}?part=rule`} className="text-link">
            {rules.ruleOf(other.name)}
          </Link>
        </li>
      ))}
      {registration ? (
        <li>
          <Link to="/admin/settings" className="text-link">
            {words.signUp}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}

function Actions({ group }: { group: Group }) {
  const [open, setOpen] = useState<'change' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('change')}>{words.edit}</Button>
      <Button look="danger" onClick={() => setOpen('remove')}>
        {words.remove}
      </Button>
      {open === 'change' ? <ChangeGroupDialog group={group} onClose={close} /> : null}
      {open === 'remove' ? <RemoveGroupDialog group={group} onClose={close} /> : null}
    </>
  )
}
