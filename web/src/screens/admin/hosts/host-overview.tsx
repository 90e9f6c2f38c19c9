import { deleteHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { PowerOff } from 'lucide'
import { useAction } from '../../../components/account-data.tsx'
import { useGroupNames } from '../../../components/admin/access-choice.tsx'
import { Code } from '../../../components/admin/table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { AboutItem } from '../../../components/item/about-item.tsx'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { navigate } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { RenameHostDialog } from './host-dialog.tsx'
import { HOST_READS } from './host-values.ts'

export function HostOverview({ host }: { host: Host }) {
  return (
    <>
      <AboutItem
        edit={
          <DialogButton dialog={(onClose) => <RenameHostDialog host={host} onClose={onClose} />}>
            {words.edit}
          </DialogButton>
        }
        note={host.enabled ? null : words.disabledNote}
        facts={[
          [words.status, <HostStatus key="status" host={host} />],
          [words.host, <Code key="host" text={host.host} />],
          [words.parts.access, <AccessText key="access" host={host} />],
          [words.parts.rules, host.rules.length.toLocaleString()],
          [words.parts.tokens, host.tokens.length.toLocaleString()],
          [words.createdAt, <Timestamp key="created" at={host.createdAt} exact />],
        ]}
      />
      <Lifecycle host={host} />
    </>
  )
}

export function HostStatus({ host }: { host: Host }) {
  return host.enabled ? <Tag tone="good">{words.enabled}</Tag> : <Tag icon={PowerOff}>{words.disabled}</Tag>
}

export function AccessText({ host: { access, groupIds } }: { host: Host }) {
  const groups = useGroupNames(groupIds)
  return access === 'everyone' ? words.rules.accesses.everyone : groups.join(', ')
}

function Lifecycle({ host: { id, name, version, enabled } }: { host: Host }) {
  const toast = enabled ? words.hostDisabled : words.hostEnabled
  const toggle = useAction(updateHost, { refreshes: [listHosts], toast })
  return (
    <DangerZone
      error={toggle.error}
      remove={words.remove}
      dialog={(onClose) => (
        <ActionDialog
          title={words.removeTitle(name)}
          confirmLabel={words.remove}
          route={deleteHost}
          call={{ params: { id }, version }}
          refreshes={HOST_READS}
          done={words.removed}
          onDone={() => navigate('/admin/hosts')}
          onClose={onClose}
        >
          <p>{words.removeBody}</p>
        </ActionDialog>
      )}
    >
      <Button
        busy={toggle.isPending}
        onClick={() => toggle.run({ params: { id }, version, body: { enabled: !enabled } })}
      >
        {enabled ? words.disable : words.enable}
      </Button>
    </DangerZone>
  )
}
