import type { ComponentProps, ReactNode } from 'react'
import { ConflictNotice } from '../../forms/conflict-notice.tsx'
import { firstError } from '../../forms/form.ts'
import type { Form } from '../../forms/use-form.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { account, form as formWords } from '../../words/account/account.ts'
import { failureText } from '../loaded.tsx'

type FormDialogProps<Values extends object> = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'look' | 'onClose' | 'children'
> & {
  form: Form<Values>
  confirmLabel?: string
  /** The saved values, shown after a version conflict. */
  current?: ReactNode
  failure?: string | undefined
}

export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { form, confirmLabel = formWords.save, look = 'primary', current, failure, children, ...rest } = props
  return (
    <ConfirmDialog
      confirmLabel={confirmLabel}
      look={look}
      cancelLabel={account.cancel}
      busy={form.pending}
      error={failure ?? (firstError(form.errors) ? undefined : failureText(form.failure))}
      onConfirm={form.submit}
      {...rest}
    >
      {children}
      <ConflictNotice form={form}>
        <strong>{current}</strong>
      </ConflictNotice>
    </ConfirmDialog>
  )
}
