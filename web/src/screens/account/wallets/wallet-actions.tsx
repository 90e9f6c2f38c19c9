import { AppError } from '@countersign/contract/errors.ts'
import { listNotices } from '@countersign/contract/routes/notice.ts'
import { getProfile } from '@countersign/contract/routes/person.ts'
import { listSessions } from '@countersign/contract/routes/session.ts'
import {
  getWallet,
  keepWallet,
  listWallets,
  makePrimary,
  removeWallet,
  type Wallet,
} from '@countersign/contract/routes/wallet.ts'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { walletName } from '../../../components/wallet-words.ts'
import { When } from '../../../components/when.tsx'
import { FullAddress } from '../../../ui/address.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { wallets as text } from '../../../words/account-wallets.ts'
import { RenameDialog } from './rename-dialog.tsx'

const REFRESHES = [listWallets, getWallet, getProfile, listSessions, listNotices]

type WalletActionsProps = { wallet: Wallet; last: boolean; onRemoved?: () => void }

export function WalletActions({ wallet, last, onRemoved }: WalletActionsProps) {
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const primary = useAct(makePrimary, { refreshes: REFRESHES, toast: text.mainChanged })
  const remove = useAct(removeWallet, { refreshes: [getProfile, listSessions, listNotices, listWallets] })
  const keep = useAct(keepWallet, { refreshes: REFRESHES, toast: text.kept })
  const params = { id: wallet.id }
  const close = () => setDialog(undefined)
  // Not a callback of `mutate`, which is dropped when the row is unmounted.
  const doRemove = () => {
    close()
    remove.mutateAsync({ params, version: wallet.version }).then(({ status }) => {
      showToast(status === 'removed' ? text.removed : text.removalStarted)
      if (status === 'removed') onRemoved?.()
    }, ignore)
  }
  const name = walletName(wallet)
  const busy = primary.isPending || remove.isPending || keep.isPending
  return (
    <>
      {wallet.removeAt ? <Removing at={wallet.removeAt} onKeep={() => keep.mutate({ params })} name={name} /> : null}
      <div className="actions calm" aria-busy={busy || undefined}>
        <Button aria-label={text.renameOf(name)} onClick={() => setDialog('rename')}>
          {text.rename}
        </Button>
        {wallet.primary || wallet.removeAt ? null : (
          <Button aria-label={text.makeMainOf(name)} busy={busy} onClick={() => primary.mutate({ params })}>
            {text.makeMain}
          </Button>
        )}
        {last || wallet.removeAt ? null : (
          <Button look="danger" aria-label={text.removeOf(name)} busy={busy} onClick={() => setDialog('remove')}>
            {text.remove}
          </Button>
        )}
      </div>
      {keep.error ? <KeepRefused error={keep.error} /> : null}
      {primary.error ? <Refused error={primary.error} /> : null}
      {remove.error ? <Refused error={remove.error} /> : null}
      {dialog === 'rename' ? <RenameDialog wallet={wallet} onClose={close} /> : null}
      {dialog === 'remove' ? <RemoveDialog wallet={wallet} onRemove={doRemove} onClose={close} /> : null}
    </>
  )
}

function Removing({ at, name, onKeep }: { at: string; name: string; onKeep: () => void }) {
  return (
    <Notice
      tone="warn"
      actions={
        <Button aria-label={text.keepOf(name)} onClick={onKeep}>
          {text.keep}
        </Button>
      }
    >
      <p>
        {text.removingUntil} <When at={at} exact />. {text.removingWhy}
      </p>
    </Notice>
  )
}

/** The general text of this error is about roles. */
function KeepRefused({ error }: { error: Error }) {
  if (!(error instanceof AppError) || error.code !== 'forbidden') return <Refused error={error} />
  return <Notice tone="bad">{text.keepRefused}</Notice>
}

type RemoveDialogProps = { wallet: Wallet; onRemove: () => void; onClose: () => void }

function RemoveDialog({ wallet, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      title={text.removeTitle}
      confirmLabel={text.remove}
      cancelLabel={account.cancel}
      onConfirm={onRemove}
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
          <li>{text.removeOther}</li>
        </ul>
      </div>
    </ConfirmDialog>
  )
}

/** The error is shown beneath the buttons. */
function ignore(): void {}
