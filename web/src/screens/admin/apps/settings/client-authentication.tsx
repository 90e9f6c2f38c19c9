import type { App } from '@countersign/contract/routes/admin/app.ts'
import { useEffect, useRef } from 'react'
import { FormSection } from '../../../../components/form/page-form.tsx'
import { useQuery } from '../../../../page/history.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { account } from '../../../../words/account.ts'
import { app as words } from '../../../../words/admin-app.ts'
import { apps } from '../../../../words/admin-apps.ts'
import { MAKE_KEY } from '../software/make-key.ts'
import { optionsOf, type SectionProps, URI } from './app-fields.tsx'

const { none: _, ...methods } = words.authMethods
const FILE = 'make-key.mjs'

/** Apps that run on people's own devices have no credentials. */
export function ClientAuthentication({ app, form }: SectionProps) {
  const { authMethod } = form.values
  if (app.kind !== 'web' || authMethod === 'none') return null
  const byKey = authMethod === 'private_key_jwt'
  return (
    <FormSection title={words.authentication}>
      <Select
        label={words.authMethod}
        hint={byKey ? words.privateKeyNote : undefined}
        options={optionsOf(methods)}
        {...form.choice('authMethod')}
        value={authMethod}
      />
      {byKey ? <KeySet form={form} /> : null}
      {byKey && !form.locked ? <MakeKey /> : null}
    </FormSection>
  )
}

/** Focused when the page is opened to change keys: it is far down. */
function KeySet({ form }: Pick<SectionProps, 'form'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isWanted = useQuery('field') === 'jwks'
  useEffect(() => {
    if (isWanted) field.current?.focus()
  }, [isWanted])
  return <TextArea ref={field} label={words.jwks} hint={words.jwksHint} rows={10} {...URI} {...form.text('jwks')} />
}

function MakeKey() {
  return (
    <Disclosure label={words.makeKey}>
      <div className="stack stack-close">
        <p className="soft">{words.makeKeyNote}</p>
        <CodeBlock
          title={FILE}
          text={MAKE_KEY}
          words={{ copy: apps.copy, spoken: apps.copyOf(FILE), done: apps.copied }}
        />
      </div>
    </Disclosure>
  )
}

type CredentialsDialogProps = { app: App; onAct: () => void; onClose: () => void }

/** Changing from secrets to keys, or back, deletes the ones in use. */
export function ChangeCredentialsDialog({ app, onAct, onClose }: CredentialsDialogProps) {
  const toKey = app.authMethod !== 'private_key_jwt'
  return (
    <ConfirmDialog
      title={toKey ? words.switchToKeyTitle : words.switchToSecretTitle}
      confirmLabel={toKey ? words.switchToKey : words.switchToSecret}
      cancelLabel={account.cancel}
      onConfirm={onAct}
      onClose={onClose}
    >
      <p>{toKey ? words.switchToKeyBody : words.switchToSecretBody}</p>
    </ConfirmDialog>
  )
}
