import { accentTokens, looksDangerous } from '@countersign/contract/appearance/contrast.ts'
import type { CSSProperties } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldFrame } from '../../../ui/controls/field.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { settings as words } from '../../../words/admin/site.ts'
import { accentError } from './settings-values.ts'

const DEFAULT_ACCENT = '#c2361a'
const THEMES = [
  ['light', words.previewLight],
  ['dark', words.previewDark],
] as const

type AccentFieldProps = {
  value: string | null
  error: string | undefined
  disabled: boolean
  onChoose: (accent: string | null) => void
}

/** Reports low contrast while the color is picked. */
export function AccentField({ value: accent, error: fieldError, disabled, onChoose }: AccentFieldProps) {
  const error = fieldError ?? (accent ? accentError(accent) : undefined)
  const shades = isColor(accent) ? (accentTokens(accent) as CSSProperties) : {} // React's types lack custom properties
  return (
    <div className="stack stack-close">
      <FieldFrame label={words.accent} hint={hintFor(accent)} error={error}>
        {(attributes) => (
          <div className="accent">
            <input
              type="color"
              aria-label={words.accentPick}
              value={isColor(accent) ? accent : DEFAULT_ACCENT}
              disabled={disabled}
              onChange={(event) => onChoose(event.currentTarget.value)}
            />
            <input
              {...attributes}
              className="mono"
              value={accent ?? ''}
              placeholder={DEFAULT_ACCENT}
              readOnly={disabled}
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChoose(event.currentTarget.value.trim().toLowerCase() || null)}
            />
            {accent === null || disabled ? null : <Button onClick={() => onChoose(null)}>{words.accentDefault}</Button>}
          </div>
        )}
      </FieldFrame>
      <div className="accent-previews">
        {THEMES.map(([theme, label]) => (
          <div key={theme} className={`accent-preview surface theme-${theme}`} style={shades}>
            <p className="small soft">{label}</p>
            <Mark size={28} />
            <span className="button primary" aria-hidden="true">
              <span>{words.previewButton}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function hintFor(accent: string | null): string {
  if (accent === null) return words.accentDefaultHint
  return isColor(accent) && looksDangerous(accent) ? words.accentDangerous : words.accentHint
}

function isColor(accent: string | null): accent is string {
  return accent !== null && /^#[0-9a-f]{6}$/.test(accent)
}
