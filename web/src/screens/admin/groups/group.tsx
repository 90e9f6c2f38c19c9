import { mayDo } from '@countersign/contract/permission.ts'
import { type Group, listGroups } from '@countersign/contract/routes/admin/group.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { ItemScreen } from '../../../components/item/item-screen.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { groups as words } from '../../../words/admin/groups.ts'
import { GroupMembers, RuleMembers } from './group-members.tsx'
import { GroupOverview } from './group-overview.tsx'
import { GroupRulePart } from './group-rule.tsx'
import { GroupUsesPart } from './group-uses.tsx'

type Part = keyof typeof words.parts

/** All groups are in one list, so there is no route for a single one. */
export function GroupScreen({ params }: { params: Record<string, string> }) {
  const { me } = useAccount()
  const answer = useRouteQuery(listGroups)
  const group = answer.data?.items.find(({ id }) => id === params.id)
  const canEdit = mayDo(me.role, 'groups')
  const { uses: _, ...readable } = words.parts
  return (
    <ItemScreen<Group, Part>
      list={{ label: words.title, to: '/admin/groups' }}
      params={params}
      partsLabel={words.partsLabel}
      parts={canEdit ? words.parts : readable}
      answer={{ ...answer, data: group }}
      isMissing={answer.data !== undefined && group === undefined}
    >
      {(loaded, part) => <PartContent part={part} group={loaded} canEdit={canEdit} />}
    </ItemScreen>
  )
}

type PartContentProps = { part: Part; group: Group; canEdit: boolean }

function PartContent({ part, group, canEdit }: PartContentProps) {
  if (part === 'rule') return <GroupRulePart group={group} canEdit={canEdit} />
  if (part === 'uses') return <GroupUsesPart group={group} />
  if (part === 'overview') return <GroupOverview group={group} canEdit={canEdit} />
  return (
    <>
      <GroupMembers group={group} canEdit={canEdit} />
      {group.ruleMembers === null ? null : <RuleMembers group={group} />}
    </>
  )
}
