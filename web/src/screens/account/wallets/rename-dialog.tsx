import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { getWallet, listWallets, renameWallet, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { wallets as text } from '../../../words/account-wallets.ts'

/** An optional name that only the person themself sees. */
export function RenameDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const form = useForm({
    saved: { values: { label: wallet.label ?? '' }, version: wallet.version },
    validate({ label }) {
      const name = label.trim().normalize('NFC')
      return name === '' || isName(name, LABEL_MAX) ? {} : { label: text.nameRefused(LABEL_MAX) }
    },
    serverErrors: ({ code }) => (code === 'invalid_body' ? { label: text.nameRefused(LABEL_MAX) } : {}),
    save: useSave(renameWallet, { params: { id: wallet.id }, refreshes: [listWallets, getWallet] }),
    body: ({ label }) => ({ label: label.trim().normalize('NFC') || null }),
    onSaved() {
      showToast(text.renamed)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text.renameTitle}
      act={text.save}
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
