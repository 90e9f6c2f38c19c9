import { AppError } from '@countersign/contract/error/errors.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { RulePreview as Preview, PreviewedPerson } from '@countersign/contract/routes/admin/rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { ErrorNotice } from '../../../../components/loaded.tsx'
import { personLabel } from '../../../../components/person/person-name.tsx'
import { ConditionTree } from '../../../../components/rule/condition-tree.tsx'
import { MONOSPACED } from '../../../../forms/use-form.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Disclosure } from '../../../../ui/controls/disclosure.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Tag } from '../../../../ui/data/tag.tsx'
import { announce } from '../../../../ui/feedback/live.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Waiting } from '../../../../ui/feedback/spinner.tsx'
import { trial as trialWords, preview as words } from '../../../../words/admin/rules.ts'
import type { RuleNames } from '../../../../words/rules/sentences.ts'
import { previewLines } from './preview-text.ts'
import { retrySeconds, type usePreview, useTrial } from './use-preview.ts'

export type PreviewState = ReturnType<typeof usePreview>
/** What an outcome is about. */
type Tried = { groupId: string; rule: Rule; names: RuleNames }
type PreviewProps = Omit<Tried, 'rule'> & {
  /** Undefined while it is not valid. */
  rule: Rule | undefined
  isEmpty: boolean
  state: PreviewState
}

/** Who would be in the group, beside the editor. */
export function RulePreview({ rule, isEmpty, state, ...others }: PreviewProps) {
  return (
    <aside className="rule-preview sheet sheet-roomy stack" aria-labelledby="rule-preview-title">
      <h2 id="rule-preview-title">{words.title}</h2>
      {rule ? (
        <Summary tried={{ rule, ...others }} state={state} />
      ) : (
        <>
          {state.preview && !isEmpty ? <PreviewText preview={state.preview} /> : null}
          <p className="soft">{isEmpty ? words.incomplete : words.notReady}</p>
        </>
      )}
      {rule ? <TryAddress rule={rule} {...others} /> : null}
    </aside>
  )
}

function Summary({ tried, state }: { tried: Tried; state: PreviewState }) {
  const { preview, error, outdated, refetch } = state
  useAnnouncedPreview(preview, outdated)
  if (error instanceof AppError && error.code === 'invalid_body') return <p className="soft">{words.notReady}</p>
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  if (!preview) return <Waiting>{words.loading}</Waiting>
  return (
    <div className="stack stack-medium" aria-busy={outdated || undefined}>
      <PreviewText preview={preview} />
      {outdated ? <Waiting>{words.outdated}</Waiting> : null}
      {preview.unknown > 0 ? (
        <Notice tone="warn" title={words.unknown(preview.unknown)}>
          {words.unknownBody}
        </Notice>
      ) : null}
      {outdated ? null : <NamedPeople preview={preview} tried={tried} />}
    </div>
  )
}

export function PreviewText({ preview }: { preview: Preview }) {
  const [first, ...others] = previewLines(preview)
  return (
    <div>
      <p className="medium">{first}</p>
      <p>{others.join(' ')}</p>
    </div>
  )
}

function PreviewError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const seconds = retrySeconds(error)
  if (seconds === undefined) return <ErrorNotice error={error} onRetry={onRetry} retry={words.retry} />
  return (
    <Notice tone="warn" role="status" actions={onRetry ? <Button onClick={onRetry}>{words.retry}</Button> : null}>
      {words.retryIn(seconds)}
    </Notice>
  )
}

function useAnnouncedPreview(preview: Preview | undefined, outdated: boolean): void {
  const text = preview && !outdated ? previewLines(preview).join(' ') : undefined
  useEffect(() => {
    if (text !== undefined) announce(text)
  }, [text])
}

function NamedPeople({ preview, tried }: { preview: Preview; tried: Tried }) {
  const { named } = preview
  const lists = (['gains', 'loses', 'unknown', 'yes'] as const).filter((kind) => preview[kind] > 0)
  return (
    <div>
      {lists.map((kind) => (
        <Disclosure key={kind} label={`${words.named[kind]} (${preview[kind].toLocaleString()})`}>
          <ul className="rule-people">
            {named[kind].map((person) => (
              <li key={person.id}>
                <PersonReasons person={person} tried={tried} />
              </li>
            ))}
          </ul>
          {preview[kind] > named[kind].length ? (
            <p className="small soft">{words.more(preview[kind] - named[kind].length)}</p>
          ) : null}
        </Disclosure>
      ))}
    </div>
  )
}

function PersonReasons({ person, tried: { groupId, rule, names } }: { person: PreviewedPerson; tried: Tried }) {
  const [open, setOpen] = useState(false)
  const trial = useTrial(groupId, rule, open ? { personId: person.id } : undefined)
  const label = personLabel(person)
  const address =
    person.address === null || label === shortAddress(person.address) ? '' : ` ${shortAddress(person.address)}`
  return (
    <Disclosure label={`${label}${address}`} onOpen={() => setOpen(true)}>
      {open ? <TrialResult trial={trial} rule={rule} names={names} /> : null}
    </Disclosure>
  )
}

function TryAddress({ groupId, rule, names }: Tried) {
  const [typed, setTyped] = useState('')
  const [account, setAccount] = useState<string>()
  const [missing, setMissing] = useState(false)
  const trial = useTrial(groupId, rule, account === undefined ? undefined : { accounts: [account] })
  const refused = trial.isFetching ? undefined : accountError(trial.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = typed.trim()
    setMissing(next === '')
    if (next === account) void trial.refetch()
    setAccount(next === '' ? undefined : next)
  }
  return (
    <form className="rule-try stack stack-medium" onSubmit={submit} noValidate>
      <Field
        label={trialWords.title}
        hint={trialWords.label}
        maxLength={255}
        value={typed}
        error={missing ? trialWords.wrong : refused}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMissing(false)
        }}
        {...MONOSPACED}
      />
      <div>
        <Button type="submit">{trialWords.go}</Button>
      </div>
      {account === undefined || refused ? null : <TrialResult trial={trial} rule={rule} names={names} />}
    </form>
  )
}

function accountError(error: unknown): string | undefined {
  const problem = error instanceof AppError ? error.fields?.find(({ path }) => path.startsWith('/accounts')) : undefined
  return problem && (problem.code === 'unresolved_name' ? trialWords.unresolved : trialWords.wrong)
}

type TrialResultProps = Omit<Tried, 'groupId'> & { trial: ReturnType<typeof useTrial> }

/** The outcome for one person or address, and why. */
function TrialResult({ trial: { data, error, isFetching }, rule, names }: TrialResultProps) {
  if (error && !isFetching) return <PreviewError error={error} />
  return (
    <div className="stack stack-close" role="status" aria-busy={isFetching || undefined}>
      {data ? (
        <>
          <p>
            <Tag tone={TONES[data.outcome]}>{trialWords.outcomes[data.outcome]}</Tag>
          </p>
          <ConditionTree condition={rule.condition} names={names} reasons={data.reasons} />
        </>
      ) : (
        <Waiting>{trialWords.checking}</Waiting>
      )}
    </div>
  )
}

const TONES = { yes: 'good', no: 'bad', unknown: 'warn' } as const
