import { DELETION_PHRASE, exportData, startDeletion } from '@countersign/contract/routes/person.ts'
import { Download } from 'lucide'
import { scheduledDeletion } from '../../../components/deletion-notice.ts'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { navigate } from '../../../page/history.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { settings, data as text } from '../../../words/account/settings.ts'
import { SettingsSheet } from './settings-sheet.tsx'

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
  const leave = (deleteAfter: string) => {
    scheduledDeletion.set(deleteAfter)
    navigate('/sign-out', { replace: true })
    // The server has ended the session already; this informs the other tabs.
    session.signOut().catch(() => session.check())
  }
  return (
    <SettingsSheet
      title={text.deleteTitle}
      body={text.delete}
      actions={
        <DialogButton
          look="danger"
          dialog={(onClose) => (
            <ActionDialog
              title={text.confirmTitle}
              confirmLabel={text.deleteAct}
              phrase={DELETION_PHRASE}
              route={startDeletion}
              call={{ body: { phrase: DELETION_PHRASE } }}
              onDone={({ deleteAfter }) => leave(deleteAfter)}
              onClose={onClose}
            >
              <p>{text.confirm}</p>
            </ActionDialog>
          )}
        >
          {text.deleteAct}
        </DialogButton>
      }
    />
  )
}
