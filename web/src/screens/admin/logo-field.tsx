import { AppError } from '@countersign/contract/errors.ts'
import { getSettings, type Settings, updateLogo } from '@countersign/contract/setting.ts'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { announce } from '../../ui/live.ts'
import { showToast } from '../../ui/toast.tsx'
import { site } from '../../words/admin.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { useAct, useRefresh } from '../account/data.tsx'
import { ChangedMeanwhile, isConflict } from './changed-meanwhile.tsx'
import { type LogoProblem, makeLogo } from './logo.ts'
import { refusalText } from './refusal-text.ts'

const { settings: words } = site

/** Saved as soon as it is chosen: a picture is not a draft. */
export function LogoField({ settings, locked }: { settings: Settings; locked: boolean }) {
  const { put, update, problem } = useLogo(settings)
  const input = useRef<HTMLInputElement>(null)
  const refusal = problem ?? (isConflict(update.error) ? undefined : refusalOf(update.error))
  return (
    <div className="stack stack-close">
      <FieldFrame label={words.logo} hint={words.logoHint} refusal={refusal}>
        {(ties) => (
          <div className="logo-field">
            {settings.logo ? (
              <img src={settings.logo} alt={words.logoAlt} width={64} height={64} />
            ) : (
              <span className="soft">{words.logoNone}</span>
            )}
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
                  aria-disabled={update.isPending || undefined}
                  onClick={() => update.isPending || input.current?.click()}
                >
                  {words.logoChoose}
                </Button>
                {settings.logo ? (
                  <Button look="quiet" onClick={() => update.isPending || void put(undefined)}>
                    {words.logoDrop}
                  </Button>
                ) : null}
              </>
            )}
          </div>
        )}
      </FieldFrame>
      <ChangedMeanwhile error={update.error}>
        <strong>{settings.logo ? words.logoAlt : words.logoNone}</strong>
      </ChangedMeanwhile>
    </div>
  )
}

function useLogo({ version }: Settings) {
  const update = useAct(updateLogo, { refreshes: [getSettings] })
  const refresh = useRefresh()
  const [problem, setProblem] = useState<string>()
  const put = async (file: File | undefined) => {
    setProblem(undefined)
    const made = file ? await makeLogo(file) : { image: null }
    if ('problem' in made) {
      const text = problemTexts[made.problem]
      setProblem(text)
      return announce(text, 'assertive')
    }
    update.mutate(
      { body: { image: made.image }, version },
      {
        onSuccess: () => showToast(file ? words.logoSaved : words.logoDropped),
        onError: (error) => void (isConflict(error) && refresh(getSettings)),
      },
    )
  }
  return { put, update, problem }
}

const problemTexts: Record<LogoProblem, string> = {
  kind: words.logoWrongKind,
  size: words.logoTooLarge,
  pixels: words.logoTooWide(2048),
  unreadable: words.logoUnreadable,
}

function refusalOf(error: unknown): string | undefined {
  const own = error instanceof AppError && error.code === 'logo_invalid'
  return own ? wordsForProblem('logo_invalid', '').body : refusalText(error)
}
