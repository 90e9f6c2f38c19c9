import { accentShades } from '@countersign/contract/appearance/contrast.ts'
import type { CSSProperties } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { site } from '../../../words/admin.ts'
import type { PartProps } from './settings-fields.tsx'
import { refusalOfAccent } from './settings-values.ts'

const { settings: words } = site
const OURS = '#c2361a'
const THEMES = [
  ['light', words.previewLight],
  ['dark', words.previewDark],
] as const

/** The colour, what it will look like in both themes, and at once whether it can be read. */
export function AccentField({ values: { accent }, change, refusals, locked }: PartProps) {
  const refusal = refusals.accent ?? (accent ? refusalOfAccent(accent) : undefined)
  return (
    <div className="stack stack-close">
      <FieldFrame label={words.accent} hint={words.accentHint} refusal={refusal}>
        {(ties) => (
          <div className="accent">
            <input
              type="color"
              aria-label={words.accentPick}
              value={isColour(accent) ? accent : OURS}
              disabled={locked}
              onChange={(event) => change({ accent: event.currentTarget.value })}
            />
            <input
              {...ties}
              className="mono"
              value={accent ?? ''}
              placeholder={OURS}
              readOnly={locked}
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ accent: event.currentTarget.value.trim().toLowerCase() || null })}
            />
            {accent === null || locked ? null : (
              <Button onClick={() => change({ accent: null })}>{words.accentOwn}</Button>
            )}
          </div>
        )}
      </FieldFrame>
      <Preview accent={isColour(accent) ? accent : undefined} />
    </div>
  )
}

function Preview({ accent }: { accent: string | undefined }) {
  return (
    <div className="accent-previews">
      {THEMES.map(([theme, label]) => (
        <div key={theme} className="accent-preview" style={{ colorScheme: theme, ...shadesOf(accent) }}>
          <p className="small soft">{label}</p>
          <p>{words.previewText}</p>
          <span className="button primary" aria-hidden="true">
            <span>{words.previewButton}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

function shadesOf(accent: string | undefined): CSSProperties {
  if (!accent) return {}
  const { seal, sealDeep, onSeal } = accentShades(accent)
  // Custom properties are not in React's list of styles.
  return { '--seal': seal, '--seal-deep': sealDeep, '--on-seal': onSeal } as CSSProperties
}

function isColour(accent: string | null): accent is string {
  return accent !== null && /^#[0-9a-f]{6}$/.test(accent)
}
