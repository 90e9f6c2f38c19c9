import { AppError } from '@countersign/contract/error/errors.ts'
import { LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import type { Route } from '@countersign/contract/route.ts'
import type { updateAppLogo } from '@countersign/contract/routes/admin/app.ts'
import type { updateLogo } from '@countersign/contract/routes/admin/settings.ts'
import { type ReactNode, useRef, useState } from 'react'
import { ConflictNotice } from '../../forms/conflict-notice.tsx'
import { isConflict } from '../../forms/form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldFrame } from '../../ui/controls/field.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { logo as words } from '../../words/admin/site.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { useAction } from '../account-data.tsx'
import { failureText } from '../loaded.tsx'
import { type LogoProblem, makeLogo } from './make-logo.ts'
import './logo-field.css'

type LogoFieldProps = {
  route: typeof updateAppLogo | typeof updateLogo
  params?: Record<string, string>
  version: number
  refreshes: Route[]
  picture: ReactNode | null
  text: { hint: string; alt: string; none: string }
  locked: boolean
}

/** Saves on selection, independently of the form around it. */
export function LogoField({ route, params, version, refreshes, picture, text, locked }: LogoFieldProps) {
  const { run, isPending, error } = useAction(route, { refreshes })
  const { upload, problem } = useUpload((image, onSaved) => run({ params, version, body: { image } }, onSaved))
  const input = useRef<HTMLInputElement>(null)
  const conflict = isConflict(error)
  return (
    <div className="stack stack-close">
      <FieldFrame label={words.label} hint={text.hint} error={problem ?? (conflict ? undefined : logoErrorText(error))}>
        {(attributes) => (
          <div className="logo-field row">
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

/** `image` is base64, or null to remove the logo. */
function useUpload(save: (image: string | null, onSaved: () => void) => void) {
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File | undefined) => {
    setProblem(undefined)
    const made = file ? await makeLogo(file) : { image: null }
    if ('problem' in made) {
      const text = problemTexts[made.problem]
      setProblem(text)
      return announce(text, 'assertive')
    }
    save(made.image, () => showToast(file ? words.saved : words.removed))
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
