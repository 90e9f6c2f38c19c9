import type { AnswerOf, Route } from '@countersign/contract/route.ts'
import type { ComponentProps, ReactNode } from 'react'
import { ConflictNotice } from '../../forms/conflict-notice.tsx'
import { isConflict } from '../../forms/form.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { account } from '../../words/account/account.ts'
import { type ActionOptions, type RouteCall, useAction } from '../account-data.tsx'
import { failureText } from '../loaded.tsx'

export type ActionDialogProps<R extends Route> = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'look' | 'children' | 'onClose'
> &
  Pick<ActionOptions<R>, 'refreshes' | 'reloads'> & {
    route: R
    call: RouteCall<R>
    phrase?: string
    done?: ActionOptions<R>['toast']
    onDone?: ((answer: AnswerOf<R>) => void) | undefined
    /** The saved values, shown after a version conflict. */
    current?: ReactNode
  }

/** Confirms, then calls one route. After a version conflict the call can be repeated with the current version. */
export function ActionDialog<R extends Route>(props: ActionDialogProps<R>) {
  const { route, call, refreshes, reloads, phrase, done, onDone = props.onClose, current, children, ...rest } = props
  const { run, isPending, error } = useAction(route, { refreshes, reloads, toast: done })
  const conflict = current !== undefined && isConflict(error)
  return (
    <ConfirmDialog
      cancelLabel={account.cancel}
      phrase={
        phrase === undefined
          ? undefined
          : { text: phrase, label: account.confirm.type(phrase), mismatch: account.confirm.mismatch(phrase) }
      }
      busy={isPending}
      error={conflict ? undefined : failureText(error)}
      onConfirm={() => run(call, onDone)}
      {...rest}
    >
      {children}
      <ConflictNotice form={{ conflict }}>
        <strong>{current}</strong>
      </ConflictNotice>
    </ConfirmDialog>
  )
}
