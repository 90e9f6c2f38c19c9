import { DELETION_PHRASE, exportData, startDeletion } from '@countersign/contract/routes/person.ts'
import { Download } from 'lucide'
import { useState } from 'react'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { scheduledDeletion } from '../../../components/deletion-notice.ts'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { navigate } from '../../../page/history.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { account } from '../../../words/account/account.ts'
import { settings } from '../../../words/account/settings.ts'
import { SettingsSheet } from './settings-sheet.tsx'

const { data: text } = settings
const CRUMBS = [{ label: settings.title, to: '/settings' }]

export function DataScreen() {
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} crumbs={CRUMBS} />
      <DownloadData />
      <DeleteAccount />
    </div>
  )
}

function DownloadData() {
  const file = `account-${new Date().toISOString().slice(0, 10)}.json`
  const { download, busy, error } = useDownload(exportData, { name: file, toast: text.downloaded })
  return (
    <SettingsSheet
      title={text.downloadTitle}
      body={text.download}
      actions={
        <Button icon={Download} busy={busy} onClick={() => download()}>
          {text.downloadAct}
        </Button>
      }
    >
      {error ? <ErrorNotice error={error} /> : null}
    </SettingsSheet>
  )
}

/** It ends this session as well, so the result is shown on the sign-out page. */
function DeleteAccount() {
  const { session } = usePage()
  const [confirming, setConfirming] = useState(false)
  const start = useRouteMutation(startDeletion)
  const run = () => {
    setConfirming(false)
    start.mutateAsync({ body: { phrase: DELETION_PHRASE } }).then(
      ({ deleteAfter }) => {
        scheduledDeletion.set(deleteAfter)
        navigate('/sign-out', { replace: true })
        // The server has ended the session already; this informs the other tabs.
        session.signOut().catch(() => session.check())
      },
      () => undefined, // shown below the button
    )
  }
  return (
    <SettingsSheet
      title={text.deleteTitle}
      body={text.delete}
      actions={
        <Button look="danger" aria-disabled={start.isPending || undefined} onClick={() => setConfirming(true)}>
          {text.deleteAct}
        </Button>
      }
    >
      {start.error ? <ErrorNotice error={start.error} /> : null}
      {confirming ? (
        <ConfirmDialog
          title={text.confirmTitle}
          confirmLabel={text.deleteAct}
          cancelLabel={account.cancel}
          phrase={{
            text: DELETION_PHRASE,
            label: account.confirm.type(DELETION_PHRASE),
            mismatch: account.confirm.mismatch(DELETION_PHRASE),
          }}
          onConfirm={run}
          onClose={() => setConfirming(false)}
        >
          <p>{text.confirm}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsSheet>
  )
}
