/** Whether an operator's colour can be read: WCAG 2.2 contrast, computed the same by the page and the server. */

/** The grounds an accent must be seen on, as web/src/ui/tokens.css paints them. */
const GROUNDS = { light: ['#f7f3ea', '#fffdf8'], dark: ['#171512', '#1f1c18'] } as const
/** The two inks that may stand on an accent; the one that reads better is used. */
const INKS = ['#fffaf4', '#1d0f09'] as const

/** WCAG 1.4.3 for text, 1.4.11 for controls. */
const TEXT_LEAST = 4.5
const CONTROL_LEAST = 3

export type AccentProblem = 'text_unreadable' | 'too_faint_on_light' | 'too_faint_on_dark'

/** What is wrong with an accent `#rrggbb`; undefined when it can be used. */
export function accentProblem(accent: string): AccentProblem | undefined {
  if (contrast(accent, inkOn(accent)) < TEXT_LEAST) return 'text_unreadable'
  if (GROUNDS.light.some((ground) => contrast(accent, ground) < CONTROL_LEAST)) return 'too_faint_on_light'
  if (GROUNDS.dark.some((ground) => contrast(accent, ground) < CONTROL_LEAST)) return 'too_faint_on_dark'
  return undefined
}

/** What the page is painted with: the accent, a stronger one under the pointer, and the text on both. */
export function accentShades(accent: string): { seal: string; sealDeep: string; onSeal: string } {
  const onSeal = inkOn(accent)
  // Away from the ink, so that the text on it only reads better.
  const sealDeep = mix(accent, onSeal === INKS[0] ? '#000000' : '#ffffff', 0.16)
  return { seal: accent, sealDeep, onSeal }
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number] // two in, two out
  return (lighter + 0.05) / (darker + 0.05)
}

function inkOn(accent: string): string {
  return contrast(accent, INKS[0]) >= contrast(accent, INKS[1]) ? INKS[0] : INKS[1]
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(colour: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(colour).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
