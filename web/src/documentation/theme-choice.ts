import { themes, writeTheme } from '../ui/theme.ts'

/** The files are the same for everyone, so the browser reads the cookie that the server reads for other pages. */
export function restoreTheme(): void {
  const chosen = /(?:^|; )cs_ui=theme=(\w+)/.exec(document.cookie)?.[1]
  const theme = themes.find((name) => name === chosen)
  if (theme) document.documentElement.dataset.theme = theme
}

export function openThemeSwitch(): void {
  const choice = document.querySelector<HTMLFieldSetElement>('.theme-switch')
  if (!choice) return
  choice.hidden = false
  for (const input of choice.querySelectorAll('input')) {
    input.checked = input.value === document.documentElement.dataset.theme
    input.addEventListener('change', () => {
      const theme = themes.find((name) => name === input.value)
      if (theme) writeTheme(theme)
    })
  }
}
