import type { App, AppKey } from '@countersign/contract/routes/admin/app.ts'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { app as words } from '../../../words/admin.ts'
import './apps.css'

/** In place of its secrets. */
export function AppKeys({ app, locked }: { app: App; locked: boolean }) {
  return (
    <section className="stack">
      <h2>{words.keys}</h2>
      <p className="soft">{words.keysNote}</p>
      <DataTable caption={words.keys} columns={columns} rows={app.keys} rowKey={({ kid }) => kid ?? ''} />
      {locked ? null : (
        <div className="row">
          <Link to={`/admin/apps/${app.id}?part=settings&field=jwks`} className="button">
            <span>{words.changeKeys}</span>
          </Link>
        </div>
      )}
    </section>
  )
}

const columns: Column<AppKey>[] = [
  { key: 'name', label: words.keyName, render: ({ kid }) => <Name kid={kid} /> },
  {
    key: 'kind',
    label: words.keyKind,
    render: ({ type, bits }) => (bits === null ? type : words.keyBits(bits)),
  },
  { key: 'algorithms', label: words.signsWith, render: ({ algorithms }) => algorithms.join(', ') },
  {
    key: 'thumbprint',
    label: words.thumbprint,
    render: ({ thumbprint }) => (
      <span className="mono app-thumbprint" translate="no">
        {thumbprint}
      </span>
    ),
  },
  {
    key: 'used',
    label: words.lastUsed,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? words.notUsed : <When at={lastUsedAt} />),
  },
]

function Name({ kid }: { kid: string | null }) {
  if (kid === null) return words.noKeyName
  return (
    <span className="mono app-name" translate="no">
      {kid}
    </span>
  )
}
