import { deleteHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { PowerOff, Server } from 'lucide-react'
import { useState } from 'react'
import { ListScreen } from '../../../components/admin/list-screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { hosts as words } from '../../../words/admin-hosts.ts'
import { AddHostDialog, ChangeHostDialog } from './host-dialog.tsx'
import './hosts.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { useGroupNames } from '../../../components/admin/access-choice.tsx'
import { withPermission } from '../../../components/admin/with-permission.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { useAction } from '../../../components/form/use-save.ts'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Link } from '../../../page/history.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ProxySetup } from './proxy-setup.tsx'

export const HostsScreen = withPermission('hosts', Hosts)

function Hosts() {
  const answer = useRouteQuery(listHosts)
  const [added, setAdded] = useState<string>()
  return (
    <ListScreen
      words={words}
      icon={Server}
      answer={answer}
      addDialog={(onClose) => <AddHostDialog onAdded={setAdded} onClose={onClose} />}
      list={({ items, checkPath }) => (
        <ul className="stack" aria-label={words.title}>
          {items.map((host) => (
            <li key={host.id}>
              <HostCard host={host} checkPath={checkPath} added={host.id === added} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

type HostCardProps = { host: Host; checkPath: string /** Just now, so its proxy is configured next. */; added: boolean }

function HostCard({ host, checkPath, added }: HostCardProps) {
  const names = useGroupNames(host.groupIds)
  return (
    <article className="sheet sheet-even stack">
      <div className="sheet-head break">
        <h2>
          <bdi>{host.name}</bdi>
        </h2>
        {host.name === host.host ? null : (
          <code className="soft" translate="no">
            {host.host}
          </code>
        )}
        {host.enabled ? null : <Tag icon={PowerOff}>{words.disabled}</Tag>}
      </div>
      {host.enabled ? null : <p className="soft">{words.disabledNote}</p>}
      <p className="soft">
        {host.enabled ? null : `${words.whenEnabled} `}
        {host.access === 'everyone' ? words.everyone : `${words.groupsOnly}: ${names.join(', ')}`}
      </p>
      <ProxySetup host={host} checkPath={checkPath} unfolded={added} />
      <Actions host={host} />
    </article>
  )
}

function Actions({ host }: { host: Host }) {
  const { id, name, version, enabled } = host
  const [open, setOpen] = useState<'change' | 'remove'>()
  const close = () => setOpen(undefined)
  const toggle = useAction(updateHost, { refreshes: [listHosts] })
  const runToggle = () =>
    toggle.run({ params: { id }, version, body: { enabled: !enabled } }, () =>
      showToast(enabled ? words.hostDisabled : words.hostEnabled),
    )
  return (
    <>
      {toggle.error ? <ErrorNotice error={toggle.error} /> : null}
      <div className="row">
        <Link className="button" to={`/admin/hosts/${id}`} aria-label={words.detailsOf(name)}>
          <span>{words.details}</span>
        </Link>
        <Button aria-label={words.editOf(name)} onClick={() => setOpen('change')}>
          {words.edit}
        </Button>
        <Button
          aria-label={enabled ? words.disableOf(name) : words.enableOf(name)}
          busy={toggle.isPending}
          onClick={runToggle}
        >
          {enabled ? words.disable : words.enable}
        </Button>
        <Button aria-label={words.removeOf(name)} onClick={() => setOpen('remove')}>
          {words.remove}
        </Button>
      </div>
      {open === 'change' ? <ChangeHostDialog host={host} onClose={close} /> : null}
      {open === 'remove' ? (
        <ActionDialog
          title={words.removeTitle(name)}
          confirmLabel={words.remove}
          route={deleteHost}
          call={{ params: { id }, version }}
          refreshes={[listHosts]}
          done={words.removed}
          onClose={close}
        >
          <p>{words.removeBody}</p>
        </ActionDialog>
      ) : null}
    </>
  )
}
