import { Monitor, Moon, Sun } from 'lucide'
import { useSyncExternalStore } from 'react'
import { Icon } from '../icon.tsx'
import { readTheme, subscribeTheme, type Theme, themes, writeTheme } from '../theme.ts'
import './theme-switch.css'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

type ThemeSwitchProps = { label: string; names: Record<Theme, string> }

export function ThemeSwitch({ label, names }: ThemeSwitchProps) {
  const theme = useSyncExternalStore<Theme>(subscribeTheme, readTheme, () => 'system')
  return (
    <fieldset className="theme-switch">
      <legend className="hidden-visually">{label}</legend>
      {themes.map((name) => (
        <label key={name} title={names[name]}>
          <input
            type="radio"
            name="theme"
            className="hidden-visually"
            aria-label={names[name]}
            checked={theme === name}
            onChange={() => writeTheme(name)}
          />
          <Icon icon={ICONS[name]} size={16} />
        </label>
      ))}
    </fieldset>
  )
}
