import type { App } from '@countersign/contract/routes/admin/app.ts'
import { useEffect, useRef } from 'react'
import { useQuery } from '../../../../page/history.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { account } from '../../../../words/account.ts'
import { apps, app as words } from '../../../../words/admin.ts'
import { MAKE_KEY } from '../software/make-key.ts'
import { optionsOf, Part, type PartProps, PLAIN } from './app-fields.tsx'

const { none: _, ...methods } = words.authMethods
const FILE = 'make-key.mjs'

/** By what we know that it is the app that calls. What runs on people's own devices cannot prove it. */
export function Proof({ app, values, change, refusals, locked }: PartProps) {
  if (app.kind !== 'web' || values.authMethod === 'none') return null
  const byKey = values.authMethod === 'private_key_jwt'
  return (
    <Part title={words.proof}>
      <Select
        label={words.authMethod}
        hint={byKey ? words.ownKeyNote : undefined}
        value={values.authMethod}
        disabled={locked}
        options={optionsOf(methods)}
        onChoose={(authMethod) => change({ authMethod })}
      />
      {byKey ? (
        <>
          <KeySet value={values.jwks} refusal={refusals.jwks} locked={locked} onChange={(jwks) => change({ jwks })} />
          {locked ? null : <MakeKey />}
        </>
      ) : null}
    </Part>
  )
}

type KeySetProps = { value: string; refusal: string | undefined; locked: boolean; onChange: (text: string) => void }

/** Far down a long page, so whoever comes to change keys is brought there. */
function KeySet({ value, refusal, locked, onChange }: KeySetProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isMeant = useQuery('field') === 'jwks'
  useEffect(() => {
    if (isMeant) field.current?.focus()
  }, [isMeant])
  return (
    <TextArea
      ref={field}
      label={words.jwks}
      hint={words.jwksHint}
      refusal={refusal}
      value={value}
      readOnly={locked}
      className="mono"
      rows={10}
      {...PLAIN}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
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

type SwitchDialogProps = { app: App; onAct: () => void; onClose: () => void }

/** What an app had before is lost by it, so it is said before it is done. */
export function SwitchDialog({ app, onAct, onClose }: SwitchDialogProps) {
  const toKey = app.authMethod !== 'private_key_jwt'
  return (
    <ConfirmDialog
      title={toKey ? words.toKeyTitle : words.toSecretTitle}
      act={toKey ? words.toKey : words.toSecret}
      cancel={account.cancel}
      onAct={onAct}
      onClose={onClose}
    >
      <p>{toKey ? words.toKeyBody : words.toSecretBody}</p>
    </ConfirmDialog>
  )
}
