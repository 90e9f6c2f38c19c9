import { WALLET_LIST_MAX_BYTES } from '@countersign/contract/limits/rule-limits.ts'
import type { WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { type ChangeEvent, useState } from 'react'
import type { Form } from '../../../../../forms/use-form.ts'
import { FieldFrame, TextArea } from '../../../../../ui/controls/field.tsx'
import { Notice } from '../../../../../ui/feedback/notice.tsx'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import type { ConditionValues } from './condition-values.ts'

/** The server names at most this many lines. */
const SHOWN = 10

type ListFieldProps = { form: Form<ConditionValues>; list: WalletList | undefined; problems: readonly string[] }

/** A file is read into the text, where its lines can be corrected. */
export function ListField({ form, list, problems }: ListFieldProps) {
  const [fileError, setFileError] = useState<string>()
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    if (file.size > WALLET_LIST_MAX_BYTES) return setFileError(words.listTooLarge)
    const csv = await readText(file)
    setFileError(csv === undefined ? words.listUnreadable : undefined)
    if (csv !== undefined) form.edit({ csv })
  }
  return (
    <>
      {list ? <Notice>{words.listSaved(list.wallets)}</Notice> : null}
      <FieldFrame label={words.listFile} hint={words.listFileHint} error={fileError}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void readFile(event)}
          />
        )}
      </FieldFrame>
      <TextArea label={words.listText} rows={6} wrap="off" {...form.code('csv')} />
      {problems.length > 0 ? (
        <Notice tone="bad" role="alert" title={words.listProblems(problems.length)}>
          <ul className="stack stack-close">
            {problems.slice(0, SHOWN).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {problems.length > SHOWN ? <p>{words.listMore(problems.length - SHOWN)}</p> : null}
        </Notice>
      ) : null}
    </>
  )
}

async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}
