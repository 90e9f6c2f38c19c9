import { AppError } from '@countersign/contract/errors.ts'
import { LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import { type ReactNode, useRef, useState } from 'react'
import { ChangedMeanwhile, isConflict } from '../../forms/conflict-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { announce } from '../../ui/live.ts'
import { showToast } from '../../ui/toast.tsx'
import { site } from '../../words/admin.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { refusalText } from '../admin/refusal-text.ts'
import { type LogoProblem, makeLogo } from './make-logo.ts'

const { logo: words } = site

/** How it is saved: `image` is base64, or null for none. */
export type LogoSaving = {
  isPending: boolean
  error: unknown
  save: (image: string | null, onSaved: () => void) => void
}

type LogoFieldProps = {
  saving: LogoSaving
  /** The one there is, as people see it; null for none. */
  picture: ReactNode | null
  text: { hint: string; alt: string; none: string }
  locked: boolean
}

/** Saved as soon as it is chosen: a picture is not a draft. */
export function LogoField({ saving, picture, text, locked }: LogoFieldProps) {
  const { put, problem } = usePut(saving)
  const input = useRef<HTMLInputElement>(null)
  const { isPending, error } = saving
  const refusal = problem ?? (isConflict(error) ? undefined : refusalOf(error))
  return (
    <div className="stack stack-close">
      <FieldFrame label={words.label} hint={text.hint} refusal={refusal}>
        {(ties) => (
          <div className="logo-field">
            {picture ?? <span className="soft">{text.none}</span>}
            {locked ? null : (
              <>
                <input
                  id={ties.id}
                  ref={input}
                  hidden
                  type="file"
                  accept="image/png,image/jpeg,image/webp"
                  onChange={(event) => {
                    const file = event.currentTarget.files?.[0]
                    if (file) void put(file)
                    event.currentTarget.value = ''
                  }}
                />
                <Button
                  aria-describedby={ties['aria-describedby']}
                  aria-disabled={isPending || undefined}
                  onClick={() => isPending || input.current?.click()}
                >
                  {words.choose}
                </Button>
                {picture ? (
                  <Button look="quiet" onClick={() => isPending || void put(undefined)}>
                    {words.drop}
                  </Button>
                ) : null}
              </>
            )}
          </div>
        )}
      </FieldFrame>
      <ChangedMeanwhile error={error}>
        <strong>{picture ? text.alt : text.none}</strong>
      </ChangedMeanwhile>
    </div>
  )
}

function usePut({ save }: LogoSaving) {
  const [problem, setProblem] = useState<string>()
  const put = async (file: File | undefined) => {
    setProblem(undefined)
    const made = file ? await makeLogo(file) : { image: null }
    if ('problem' in made) {
      const text = problemTexts[made.problem]
      setProblem(text)
      return announce(text, 'assertive')
    }
    save(made.image, () => showToast(file ? words.saved : words.dropped))
  }
  return { put, problem }
}

const problemTexts: Record<LogoProblem, string> = {
  kind: words.wrongKind,
  size: words.tooLarge,
  pixels: words.tooWide(LOGO_MAX_PIXELS),
  unreadable: words.unreadable,
}

function refusalOf(error: unknown): string | undefined {
  const own = error instanceof AppError && error.code === 'logo_invalid'
  return own ? wordsForProblem('logo_invalid', '').body : refusalText(error)
}
