import type { FormEvent, ReactNode } from 'react'
import { ConflictNotice } from '../../forms/conflict-notice.tsx'
import { firstError } from '../../forms/form.ts'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import type { Form } from '../../forms/use-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { form as words } from '../../words/account/account.ts'
import { ErrorNotice } from '../loaded.tsx'
import './page-form.css'

type PageFormProps<Values extends object> = {
  form: Form<Values>
  current: string[]
  className?: string
  children: ReactNode
}

export function PageForm<Values extends object>(props: PageFormProps<Values>) {
  const { form, current, className = 'stack', children } = props
  const submit = (event: FormEvent) => (form.dirty ? form.submit(event) : event.preventDefault())
  return (
    <>
      <form ref={form.ref} className={className} onSubmit={submit} noValidate>
        {children}
        {form.locked ? null : <SaveBar form={form} current={current} />}
      </form>
      <LeaveGuard active={form.dirty} />
    </>
  )
}

/** Shows errors beside the button, since the rest of a long page is out of sight. */
function SaveBar<Values extends object>({ form, current }: Pick<PageFormProps<Values>, 'form' | 'current'>) {
  const { dirty, pending, errors, failure, discard } = form
  return (
    <div className="save-bar row" data-changed={dirty || undefined}>
      <ConflictNotice form={form}>
        {current.map((line) => (
          <strong key={line} className="save-bar-line">
            {line}
          </strong>
        ))}
      </ConflictNotice>
      {firstError(errors) ? (
        <Notice tone="bad">{words.checkFields}</Notice>
      ) : failure ? (
        <ErrorNotice error={failure} />
      ) : null}
      <Button look="primary" type="submit" aria-disabled={!dirty || pending || undefined}>
        {words.save}
      </Button>
      {dirty ? <Button onClick={discard}>{words.discard}</Button> : null}
      {dirty ? <span className="small soft">{words.unsaved}</span> : null}
    </div>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet settings-part sheet-roomy">
      <h2>{title}</h2>
      <div className="stack">{children}</div>
    </section>
  )
}
