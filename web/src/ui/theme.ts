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

/** Undefined if none is chosen in this browser. */
export function chosenTheme(): Theme | undefined {
  const chosen = /(?:^|; )cs_ui=theme=(\w+)/.exec(document.cookie)?.[1]
  return themes.find((theme) => theme === chosen)
}

export function writeTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `cs_ui=theme=${theme}; path=/; max-age=${KEEP_SECONDS}; samesite=lax${secure}`
}
