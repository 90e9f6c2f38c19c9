import type { BodyOf } from '@countersign/contract/route.ts'
import { type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { ChangedMeanwhile, isConflict } from '../../../forms/conflict-notice.tsx'
import { AskBeforeLeaving } from '../../../forms/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useRefusedField } from '../../../ui/use-refused-field.ts'
import { hosts } from '../../../words/admin.ts'
import '../../../forms/form.css'

const { form: words } = hosts

type ListFormProps = {
  host: Host
  body: BodyOf<typeof updateHost>
  changed: boolean
  /** How many are saved by now, for whoever was overtaken. */
  saved: number
  toast: string
  /** False when a field is wrong. */
  check: () => boolean
  onDiscard: () => void
  children: (state: { checked: boolean }) => ReactNode
}

/** A list of a host that is saved as a whole. Fields are marked once somebody tried to save. */
export function ListForm({ host, body, changed, saved, toast, check, onDiscard, children }: ListFormProps) {
  const update = useAct(updateHost, { refreshes: [listHosts] })
  const refresh = useRefresh()
  const { form, submitted } = useRefusedField()
  const [checked, setChecked] = useState(false)
  const discard = () => {
    onDiscard()
    setChecked(false)
    update.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed || update.isPending) return
    submitted()
    setChecked(true)
    if (!check()) return
    update.mutate(
      { params: { id: host.id }, version: host.version, body },
      {
        onSuccess() {
          discard()
          showToast(toast)
        },
        onError: (error) => isConflict(error) && void refresh(listHosts),
      },
    )
  }
  const wrong = checked && !check()
  return (
    <>
      <form ref={form} className="stack settings" onSubmit={submit} noValidate>
        {children({ checked })}
        <div className="settings-save" data-changed={changed || undefined}>
          <ChangedMeanwhile error={update.error}>
            <strong>{words.current(saved)}</strong>
          </ChangedMeanwhile>
          {wrong ? (
            <Notice tone="bad">
              <p>{words.lookAtFields}</p>
            </Notice>
          ) : null}
          {update.error && !wrong && !isConflict(update.error) ? <Refused error={update.error} /> : null}
          <Button look="primary" type="submit" aria-disabled={!changed || update.isPending || undefined}>
            {words.save}
          </Button>
          {changed ? <Button onClick={discard}>{words.discard}</Button> : null}
          {changed ? <span className="small soft">{words.unsaved}</span> : null}
        </div>
      </form>
      <AskBeforeLeaving active={changed} />
    </>
  )
}
