import { AppError } from '@countersign/contract/error/errors.ts'
import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { listNotices } from '@countersign/contract/routes/notice.ts'
import { getProfile } from '@countersign/contract/routes/person.ts'
import { listSessions } from '@countersign/contract/routes/session.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import * as routes from '@countersign/contract/routes/wallet.ts'
import { useRouteMutation, useSave } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { futureTrust, walletName } from '../../../components/wallet-words.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { wallets as text } from '../../../words/account/wallets.ts'
import { labelErrors } from './label-errors.ts'

const REFRESHES = [routes.listWallets, routes.getWallet, getProfile, listSessions, listNotices]

type WalletActionsProps = { wallet: Wallet; last: boolean; onRemoved?: () => void }

export function WalletActions({ wallet, last, onRemoved }: WalletActionsProps) {
  const primary = useRouteMutation(routes.makePrimary, { refreshes: REFRESHES, toast: text.mainChanged })
  const keep = useRouteMutation(routes.keepWallet, { refreshes: REFRESHES, toast: text.kept })
  const params = { id: wallet.id }
  const name = walletName(wallet)
  const busy = primary.isPending || keep.isPending
  return (
    <>
      {wallet.removeAt ? (
        <Notice
          tone="warn"
          actions={
            <Button aria-label={text.keepOf(name)} onClick={() => keep.mutate({ params })}>
              {text.keep}
            </Button>
          }
        >
          <p>
            {text.removingUntil} <Timestamp at={wallet.removeAt} exact />. {text.removingWhy}
          </p>
        </Notice>
      ) : null}
      <div className="actions calm" aria-busy={busy || undefined}>
        <DialogButton
          aria-label={text.renameOf(name)}
          dialog={(onClose) => <RenameDialog wallet={wallet} onClose={onClose} />}
        >
          {text.rename}
        </DialogButton>
        {wallet.primary || wallet.removeAt ? null : (
          <Button aria-label={text.makeMainOf(name)} busy={busy} onClick={() => primary.mutate({ params })}>
            {text.makeMain}
          </Button>
        )}
        {last || wallet.removeAt ? null : (
          <DialogButton
            look="danger"
            aria-label={text.removeOf(name)}
            busy={busy}
            dialog={(onClose) => <RemoveDialog wallet={wallet} onRemoved={onRemoved} onClose={onClose} />}
          >
            {text.remove}
          </DialogButton>
        )}
      </div>
      {keep.error ? <KeepError error={keep.error} /> : null}
      {primary.error ? <ErrorNotice error={primary.error} /> : null}
    </>
  )
}

/** The general text of this error is about roles. */
function KeepError({ error }: { error: Error }) {
  if (!(error instanceof AppError) || error.code !== 'forbidden') return <ErrorNotice error={error} />
  return <Notice tone="bad">{text.keepRefused}</Notice>
}

function RenameDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const form = useForm({
    saved: { values: { label: wallet.label ?? '' }, version: wallet.version },
    validate: labelErrors,
    serverErrors: ({ code }) => (code === 'invalid_body' ? { label: text.nameRefused(LABEL_MAX) } : {}),
    save: useSave(routes.renameWallet, {
      params: { id: wallet.id },
      refreshes: [routes.listWallets, routes.getWallet],
    }),
    body: ({ label }) => ({ label: normalizeText(label) || null }),
    onSaved() {
      showToast(text.renamed)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text.renameTitle}
      confirmLabel={text.save}
      current={wallet.label ?? wallet.name ?? '–'}
      onClose={onClose}
    >
      <Field
        label={text.name}
        hint={text.nameHint}
        placeholder={wallet.name ?? undefined}
        autoComplete="off"
        {...form.text('label')}
      />
    </FormDialog>
  )
}

type RemoveDialogProps = { wallet: Wallet; onRemoved: (() => void) | undefined; onClose: () => void }

function RemoveDialog({ wallet, onRemoved, onClose }: RemoveDialogProps) {
  return (
    <ActionDialog
      title={text.removeTitle}
      confirmLabel={text.remove}
      route={routes.removeWallet}
      call={{ params: { id: wallet.id } }}
      // Not `getWallet`: the wallet may be gone.
      refreshes={[getProfile, listSessions, listNotices, routes.listWallets]}
      done={({ status }) => (status === 'removed' ? text.removed : text.removalStarted)}
      onDone={({ status }) => {
        onClose()
        if (status === 'removed') onRemoved?.()
      }}
      onClose={onClose}
    >
      <div>
        <p>{walletName(wallet)}</p>
        <FullAddress address={wallet.address} />
      </div>
      <div>
        <p>{text.removeBody}</p>
        <ul className="rules bullets stack stack-close">
          <li>{text.removeSelf}</li>
          <li>{futureTrust(wallet) ? text.removeNew : text.removeOther}</li>
        </ul>
      </div>
    </ActionDialog>
  )
}
