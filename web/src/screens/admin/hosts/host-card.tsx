import { deleteHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { PowerOff } from 'lucide-react'
import { useState } from 'react'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { useGroupNames } from '../../../components/admin/access-choice.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { Refused } from '../../../components/loaded.tsx'
import { isConflict } from '../../../forms/conflict-notice.tsx'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { hosts as words } from '../../../words/admin.ts'
import { ChangeHostDialog } from './host-dialog.tsx'
import { ProxySetup } from './proxy-setup.tsx'

type HostCardProps = { host: Host; checkPath: string /** Just now, so that its proxy comes next. */; added: boolean }

export function HostCard({ host, checkPath, added }: HostCardProps) {
  const names = useGroupNames(host.groupIds)
  return (
    <article className="sheet host-sheet stack">
      <div className="host-head">
        <h2>
          <bdi>{host.name}</bdi>
        </h2>
        {host.name === host.host ? null : (
          <code className="soft" translate="no">
            {host.host}
          </code>
        )}
        {host.enabled ? null : <Tag icon={PowerOff}>{words.off}</Tag>}
      </div>
      {host.enabled ? null : <p className="soft">{words.offNote}</p>}
      <p className="soft">
        {host.enabled ? null : `${words.onAgain} `}
        {host.access === 'everyone' ? words.everyone : `${words.only}: ${names.join(', ')}`}
      </p>
      <ProxySetup host={host} checkPath={checkPath} unfolded={added} />
      <Acts host={host} />
    </article>
  )
}

function Acts({ host }: { host: Host }) {
  const { id, name, version, enabled } = host
  const [open, setOpen] = useState<'change' | 'remove'>()
  const close = () => setOpen(undefined)
  const turn = useAct(updateHost, { refreshes: [listHosts] })
  const refresh = useRefresh()
  const busy = turn.isPending
  const run = () =>
    turn.mutate(
      { params: { id }, version, body: { enabled: !enabled } },
      {
        onSuccess: () => showToast(enabled ? words.switchedOff : words.switchedOn),
        onError: (error) => isConflict(error) && void refresh(listHosts),
      },
    )
  return (
    <>
      {turn.error ? <Refused error={turn.error} /> : null}
      <div className="row">
        <Link className="button" to={`/admin/hosts/${id}`} aria-label={words.detailsOf(name)}>
          <span>{words.details}</span>
        </Link>
        <Button aria-label={words.changeOf(name)} onClick={() => setOpen('change')}>
          {words.change}
        </Button>
        <Button
          aria-label={enabled ? words.switchOffOf(name) : words.switchOnOf(name)}
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : run}
        >
          {enabled ? words.switchOff : words.switchOn}
        </Button>
        <Button aria-label={words.removeOf(name)} onClick={() => setOpen('remove')}>
          {words.remove}
        </Button>
      </div>
      {open === 'change' ? <ChangeHostDialog host={host} onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog host={host} onClose={close} /> : null}
    </>
  )
}

function RemoveDialog({ host: { id, name, version }, onClose }: { host: Host; onClose: () => void }) {
  const remove = useAct(deleteHost, { refreshes: [listHosts] })
  const done = () => {
    onClose()
    showToast(words.removed)
  }
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      act={words.remove}
      cancel={account.cancel}
      busy={remove.isPending}
      refusal={refusalText(remove.error)}
      onAct={() => remove.mutate({ params: { id }, version }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{words.removeBody}</p>
    </ConfirmDialog>
  )
}
