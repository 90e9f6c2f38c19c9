import { AppError } from '@countersign/contract/errors.ts'
import { isTokenName } from '@countersign/contract/host-name.ts'
import { type Host, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { createHostToken } from '@countersign/contract/routes/admin/host-token.ts'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useRefusedField } from '../../../ui/use-refused-field.ts'
import { hosts } from '../../../words/admin.ts'

const { tokens: words } = hosts
const LIVES = [
  { value: '', label: words.never },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: words.days(days) })),
]

export function NewToken({ host }: { host: Host }) {
  const create = useAct(createHostToken, { refreshes: [listHosts] })
  const { form, submitted } = useRefusedField()
  const [name, setName] = useState('')
  const [life, setLife] = useState('90')
  const [refusal, setRefusal] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    submitted()
    const wrong = isTokenName(name.trim()) ? undefined : words.nameWrong
    setRefusal(wrong)
    if (wrong) return
    create.mutate(
      { params: { id: host.id }, body: { name: name.trim(), ...(life === '' ? {} : { days: Number(life) }) } },
      { onSuccess: () => setName(''), onError: (error) => setRefusal(isTaken(error) ? words.nameTaken : undefined) },
    )
  }
  return (
    <>
      <form ref={form} className="stack settings" onSubmit={submit} noValidate>
        <Field
          label={words.name}
          hint={words.nameHint}
          refusal={refusal}
          value={name}
          className="mono"
          maxLength={32}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setRefusal(undefined)
          }}
        />
        <Select label={words.expiry} value={life} options={LIVES} onChoose={setLife} />
        {create.error && !isTaken(create.error) ? <Refused error={create.error} /> : null}
        <div>
          <Button
            type="submit"
            icon={<Plus size={16} aria-hidden="true" />}
            aria-disabled={create.isPending || undefined}
          >
            {words.create}
          </Button>
        </div>
      </form>
      {create.data ? (
        <ShownOnce
          title={words.newToken}
          secret={create.data.token}
          copy={words.copy}
          copied={words.copied}
          onClose={create.reset}
        >
          <p>{words.newTokenNote}</p>
        </ShownOnce>
      ) : null}
    </>
  )
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof AppError && (error.fields ?? []).some(({ path, code }) => path === '/name' && code === 'taken')
  )
}
