import { type Group, listGroups, listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { Link2Off } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Code, NameLink } from '../../../components/admin/table.tsx'
import { AboutItem } from '../../../components/item/about-item.tsx'
import { DangerZone, type Use } from '../../../components/item/danger-zone.tsx'
import { ItemScreen } from '../../../components/item/item-screen.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { groups as words } from '../../../words/admin/groups.ts'
import { ChangeGroupDialog, RemoveGroupDialog } from './group-dialogs.tsx'
import { GroupMembers, RuleMembers } from './group-members.tsx'
import { GroupRulePart } from './group-rule.tsx'
import { usesOfGroup } from './uses-of-group.ts'

/** All groups are in one list, so there is no route for a single one. */
export function GroupScreen({ params }: { params: Record<string, string> }) {
  const answer = useRouteQuery(listGroups)
  const group = answer.data?.items.find(({ id }) => id === params.id)
  const canEdit = useMay('groups')
  const { uses: _, ...readable } = words.parts
  return (
    <ItemScreen<Group, keyof typeof words.parts>
      list={{ label: words.title, to: '/admin/groups' }}
      params={params}
      partsLabel={words.partsLabel}
      parts={canEdit ? words.parts : readable}
      answer={{ ...answer, data: group }}
      isMissing={answer.data !== undefined && group === undefined}
      content={{
        overview: (item) => <GroupOverview group={item} canEdit={canEdit} />,
        members: (item) => (
          <>
            <GroupMembers group={item} canEdit={canEdit} />
            {item.ruleMembers === null ? null : <RuleMembers group={item} />}
          </>
        ),
        rule: (item) => <GroupRulePart group={item} canEdit={canEdit} />,
        uses: (item) => <GroupUsesPart group={item} />,
      }}
    />
  )
}

function GroupOverview({ group, canEdit }: { group: Group; canEdit: boolean }) {
  const { slug, members, ruleMembers, createdAt } = group
  return (
    <>
      <AboutItem
        edit={
          canEdit ? (
            <DialogButton dialog={(onClose) => <ChangeGroupDialog group={group} onClose={onClose} />}>
              {words.edit}
            </DialogButton>
          ) : null
        }
        facts={[
          [words.slug, <Code key="slug" text={slug} />],
          [words.members, words.memberCount(members, ruleMembers)],
          [words.created, <Timestamp key="created" at={createdAt} exact />],
        ]}
      />
      {canEdit ? <Removal group={group} /> : null}
    </>
  )
}

function Removal({ group }: { group: Group }) {
  const { data, error, refetch } = useGroupUses(group)
  return (
    <DangerZone
      remove={words.remove}
      dialog={(onClose) => <RemoveGroupDialog group={group} onClose={onClose} />}
      uses={data}
      busy={data === undefined}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** While there are any, the server refuses to delete the group. */
function useGroupUses({ id }: Group) {
  const { data, error, refetch } = useRouteQuery(listGroupUses, { params: { id } })
  return { data: data && usesOfGroup(data), error, refetch }
}

function GroupUsesPart({ group }: { group: Group }) {
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
