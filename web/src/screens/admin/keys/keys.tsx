import { listKeys, rotateKey, type SigningKey } from '@countersign/contract/routes/admin/key.ts'
import { ArrowUpRight, KeyRound } from 'lucide'
import { useState } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { endpointsOf } from '../../../components/admin/endpoints.ts'
import { Code } from '../../../components/admin/table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Checkbox } from '../../../ui/controls/field.tsx'
import { CopyValue } from '../../../ui/data/copy-value.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Tag, type TagTone } from '../../../ui/data/tag.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { copyWords } from '../../../words/admin/apps.ts'
import { keys as words } from '../../../words/admin/keys.ts'

type Alg = SigningKey['alg']
const ALGS: Alg[] = ['ES256', 'RS256']

export function KeysScreen() {
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} />
      <Loaded answer={useRouteQuery(listKeys)} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={KeyRound} title={words.empty}>
              {words.emptyBody}
            </EmptyState>
          ) : (
            ALGS.map((alg) => <KeysOfAlgorithm key={alg} alg={alg} keys={items.filter((key) => key.alg === alg)} />)
          )
        }
      </Loaded>
      <JwksUri />
    </div>
  )
}

function JwksUri() {
  const { jwks } = endpointsOf(usePage().boot.public.origin)
  return (
    <section className="sheet stack">
      <div>
        <h2>{words.jwksUri}</h2>
        <p className="soft">{words.jwksNote}</p>
      </div>
      <CopyValue text={jwks} words={copyWords(words.jwksUri)} />
      <p>
        <a className="text-link" href={jwks} target="_blank" rel="noreferrer">
          {words.openJwks} <Icon icon={ArrowUpRight} size={16} />
        </a>
      </p>
    </section>
  )
}

function KeysOfAlgorithm({ alg, keys }: { alg: Alg; keys: SigningKey[] }) {
  if (keys.length === 0) return null
  return (
    <section className="stack">
      <div>
        <h2>{alg}</h2>
        <p className="soft">{words.algNotes[alg]}</p>
      </div>
      <DataTable caption={`${words.title}: ${alg}`} columns={columns} rows={keys} rowKey={({ kid }) => kid} />
      <div className="row">
        <DialogButton
          aria-label={words.rotateOf(alg)}
          dialog={(onClose) => <RotateDialog alg={alg} onClose={onClose} />}
        >
          {words.rotate}
        </DialogButton>
      </div>
    </section>
  )
}

const TONES: Record<SigningKey['status'], TagTone> = { next: 'plain', active: 'good', retiring: 'warn' }

const columns: Column<SigningKey>[] = [
  { label: words.kid, render: ({ kid }) => <Code text={kid} /> },
  { label: words.status, render: ({ status }) => <Tag tone={TONES[status]}>{words.statuses[status]}</Tag> },
  { label: words.when, render: (key) => <Validity signing={key} /> },
]

function Validity({ signing: { status, activeFrom, retireAt, removeAt } }: { signing: SigningKey }) {
  const at = { next: activeFrom, active: retireAt, retiring: removeAt }[status]
  return (
    <span>
      {words.validity[status]} <Timestamp at={at} exact />
    </span>
  )
}

function RotateDialog({ alg, onClose }: { alg: Alg; onClose: () => void }) {
  const [distrust, setDistrust] = useState(false)
  return (
    <ActionDialog
      title={words.rotateTitle(alg)}
      confirmLabel={words.rotate}
      route={rotateKey}
      call={{ body: { alg, distrust } }}
      refreshes={[listKeys]}
      done={distrust ? words.rotatedAndRevoked : words.rotated}
      onClose={onClose}
    >
      <p>{words.rotateBody}</p>
      <Checkbox
        label={words.revokeOld}
        checked={distrust}
        onChange={(event) => setDistrust(event.currentTarget.checked)}
      />
      <p className="small soft">{words.revokeOldBody}</p>
    </ActionDialog>
  )
}
