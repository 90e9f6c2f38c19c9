import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { getWallet, listWallets, renameWallet, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { type FormEvent, useId, useState } from 'react'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { announce } from '../../../ui/live.ts'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { wallets as text } from '../../../words/own.ts'

/** A name only its person sees; none is a good name, too. */
export function RenameDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const form = useId()
  const refresh = useRefresh()
  const rename = useAct(renameWallet, { refreshes: [listWallets, getWallet] })
  const [typed, setTyped] = useState(wallet.label ?? '')
  const [refusal, setRefusal] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending) return
    const label = typed.trim().normalize('NFC')
    if (label !== '' && !isName(label, LABEL_MAX)) {
      setRefusal(text.nameRefused(LABEL_MAX))
      announce(text.nameRefused(LABEL_MAX), 'assertive')
      return
    }
    const { id, version } = wallet
    rename.mutateAsync({ params: { id }, version, body: { label: label === '' ? null : label } }).then(
      () => {
        showToast(text.renamed)
        onClose()
      },
      // It stands in the dialog; the newest version is fetched, so that trying again can work.
      () => void refresh(listWallets, getWallet),
    )
  }
  return (
    <Dialog
      title={text.renameTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{account.cancel}</Button>
          <Button look="primary" type="submit" form={form} aria-disabled={rename.isPending || undefined}>
            {text.save}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit} noValidate>
        <Field
          label={text.name}
          hint={text.nameHint}
          refusal={refusal}
          value={typed}
          placeholder={wallet.name ?? undefined}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setRefusal(undefined)
          }}
        />
        {rename.error ? <Refused error={rename.error} /> : null}
      </form>
    </Dialog>
  )
}
