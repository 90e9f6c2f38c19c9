import type { Group } from '@countersign/contract/routes/admin/group.ts'
import { useState } from 'react'
import { Code } from '../../../components/admin/columns.tsx'
import { AboutItem } from '../../../components/item/about-item.tsx'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { groups as words } from '../../../words/admin/groups.ts'
import { ChangeGroupDialog, RemoveGroupDialog } from './group-dialogs.tsx'
import { useGroupUses } from './group-uses.tsx'

export function GroupOverview({ group, canEdit }: { group: Group; canEdit: boolean }) {
  const [open, setOpen] = useState<'change' | 'remove'>()
  const close = () => setOpen(undefined)
  const { slug, members, ruleMembers, createdAt } = group
  return (
    <>
      <AboutItem
        edit={canEdit ? <Button onClick={() => setOpen('change')}>{words.edit}</Button> : null}
        facts={[
          [words.slug, <Code key="slug" text={slug} />],
          [words.members, words.memberCount(members, ruleMembers)],
          [words.created, <Timestamp key="created" at={createdAt} exact />],
        ]}
      />
      {canEdit ? <Removal group={group} onRemove={() => setOpen('remove')} /> : null}
      {open === 'change' ? <ChangeGroupDialog group={group} onClose={close} /> : null}
      {open === 'remove' ? <RemoveGroupDialog group={group} onClose={close} /> : null}
    </>
  )
}

function Removal({ group, onRemove }: { group: Group; onRemove: () => void }) {
  const { data, error, refetch } = useGroupUses(group)
  return (
    <DangerZone remove={words.remove} onRemove={onRemove} uses={data} error={error} onRetry={() => void refetch()} />
  )
}
