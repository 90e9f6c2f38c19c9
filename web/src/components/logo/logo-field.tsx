import { AppError } from '@countersign/contract/error/errors.ts'
import { LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import { type ReactNode, useRef, useState } from 'react'
import { ConflictNotice } from '../../forms/conflict-notice.tsx'
import { isConflict } from '../../forms/form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldFrame } from '../../ui/controls/field.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { site } from '../../words/admin/site.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { failureText } from '../loaded.tsx'
import { type LogoProblem, makeLogo } from './make-logo.ts'
import './logo-field.css'

const { logo: words } = site

/** `image` is base64, or null to remove the logo. */
export type SaveLogo = {
  isPending: boolean
  error: unknown
  run: (image: string | null, onSaved: () => void) => void
}

type LogoFieldProps = {
  save: SaveLogo
  picture: ReactNode | null
  text: { hint: string; alt: string; none: string }
  locked: boolean
}

/** Saves on selection, independently of the form around it. */
export function LogoField({ save, picture, text, locked }: LogoFieldProps) {
  const { upload, problem } = useUpload(save)
  const input = useRef<HTMLInputElement>(null)
  const { isPending, error } = save
  const conflict = isConflict(error)
  return (
    <div className="stack stack-close">
      <FieldFrame label={words.label} hint={text.hint} error={problem ?? (conflict ? undefined : logoErrorText(error))}>
        {(attributes) => (
          <div className="logo-field">
            {picture ?? <span className="soft">{text.none}</span>}
            {locked ? null : (
              <>
                <input
                  id={attributes.id}
                  ref={input}
                  hidden
                  type="file"
                  accept="image/png,image/jpeg,image/webp"
                  onChange={(event) => {
                    const file = event.currentTarget.files?.[0]
                    if (file) void upload(file)
                    event.currentTarget.value = ''
                  }}
                />
                <Button
                  aria-describedby={attributes['aria-describedby']}
                  aria-disabled={isPending || undefined}
                  onClick={() => isPending || input.current?.click()}
                >
                  {words.choose}
                </Button>
                {picture ? (
                  <Button look="quiet" onClick={() => isPending || void upload(undefined)}>
                    {words.remove}
                  </Button>
                ) : null}
              </>
            )}
          </div>
        )}
      </FieldFrame>
      <ConflictNotice form={{ conflict }}>
        <strong>{picture ? text.alt : text.none}</strong>
      </ConflictNotice>
    </div>
  )
}

function useUpload({ run }: SaveLogo) {
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File | undefined) => {
    setProblem(undefined)
    const made = file ? await makeLogo(file) : { image: null }
    if ('problem' in made) {
      const text = problemTexts[made.problem]
      setProblem(text)
      return announce(text, 'assertive')
    }
    run(made.image, () => showToast(file ? words.saved : words.removed))
  }
  return { upload, problem }
}

const problemTexts: Record<LogoProblem, string> = {
  kind: words.wrongKind,
  size: words.tooLarge,
  pixels: words.tooWide(LOGO_MAX_PIXELS),
  unreadable: words.unreadable,
}

function logoErrorText(error: unknown): string | undefined {
  const isInvalid = error instanceof AppError && error.code === 'logo_invalid'
  return isInvalid ? wordsForProblem('logo_invalid', '').body : failureText(error)
}
