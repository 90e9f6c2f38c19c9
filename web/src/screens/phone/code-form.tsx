import { formatPhoneCode, parsePhoneCode } from '@countersign/contract/phone-code.ts'
import { useForm, VERBATIM } from '../../forms/use-form.ts'
import { Card } from '../../page/card.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { phonePage as text } from '../../words/phone-page.ts'
import { wordsForProblem } from '../../words/problems.ts'

const TYPED_MAX = 32

type CodeFormProps = { unknown: string | undefined; onCode: (code: string) => void }

export function CodeForm({ unknown, onCode }: CodeFormProps) {
  const form = useForm({
    saved: { values: { code: unknown ? formatPhoneCode(unknown) : '' } },
    validate: ({ code }) => (parsePhoneCode(code) ? {} : { code: text.codeWrong }),
  })
  const code = parsePhoneCode(form.values.code)
  const { error, ...field } = form.text('code')
  return (
    <Card screen={text.screen} title={text.codeTitle} lead={text.codeLead}>
      <form
        className="stack"
        ref={form.ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.check() && code) onCode(code)
        }}
      >
        <Field
          label={text.code}
          hint={text.codeHint}
          {...VERBATIM}
          autoCapitalize="characters"
          className="mono approval-code"
          maxLength={TYPED_MAX}
          {...field}
          error={error ?? (unknown && code === unknown ? unknownCodeText() : undefined)}
        />
        <Button type="submit" look="primary">
          {text.continue}
        </Button>
      </form>
    </Card>
  )
}

export function unknownCodeText(): string {
  const { title, body } = wordsForProblem('phone_code_unknown', '')
  return `${title}. ${body}`
}
