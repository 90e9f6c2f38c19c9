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
import { account } from '../../../words/account.ts'
import { wallets as text } from '../../../words/own.ts'

export function RenameDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const form = useId()
  const refresh = useRefresh()
  const rename = useAct(renameWallet, { refreshes: [listWallets, getWallet], toast: text.renamed })
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
      onClose,
      // Reads the latest version, so that trying again can work.
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
          <Button look="primary" type="submit" form={form} busy={rename.isPending}>
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
