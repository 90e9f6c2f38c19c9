import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { readTheme, subscribeTheme, type Theme, themes, writeTheme } from './theme.ts'
import './theme-switch.css'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

type ThemeSwitchProps = { label: string; names: Record<Theme, string> }

export function ThemeSwitch({ label, names }: ThemeSwitchProps) {
  const theme = useSyncExternalStore<Theme>(subscribeTheme, readTheme, () => 'system')
  return (
    <fieldset className="theme-switch">
      <legend className="hidden-visually">{label}</legend>
      {themes.map((name) => {
        const Icon = ICONS[name]
        return (
          <label key={name} title={names[name]}>
            <input
              type="radio"
              name="theme"
              className="hidden-visually"
              aria-label={names[name]}
              checked={theme === name}
              onChange={() => writeTheme(name)}
            />
            <Icon size={16} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
  )
}
