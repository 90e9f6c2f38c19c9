export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

// The maximum lifetime of a cookie in browsers.
const KEEP_SECONDS = 400 * 24 * 60 * 60

/** The server sets the attribute from the cookie, so that the page does not flash. */
export function readTheme(): Theme {
  const value = document.documentElement.dataset.theme
  return themes.find((theme) => theme === value) ?? 'system'
}

export function subscribeTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export function isThemeChosen(): boolean {
  return /(?:^|; )cs_ui=theme=/.test(document.cookie)
}

export function writeTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `cs_ui=theme=${theme}; path=/; max-age=${KEEP_SECONDS}; samesite=lax${secure}`
}
