/** WCAG 2.2 contrast, computed the same by the page and the server. */

/** The backgrounds of both themes, as in web/src/ui/tokens.css. */
const BACKGROUNDS = { light: ['#f7f3ea', '#fffdf8'], dark: ['#171512', '#1f1c18'] } as const
/** Text colors on an accent; the one with more contrast is used. */
const TEXT_COLORS = ['#fffaf4', '#1d0f09'] as const

/** WCAG 1.4.3 for text, 1.4.11 for controls. */
const MIN_TEXT_CONTRAST = 4.5
const MIN_CONTROL_CONTRAST = 3

export type AccentProblem = 'text_unreadable' | 'too_faint_on_light' | 'too_faint_on_dark'

export function accentProblem(accent: string): AccentProblem | undefined {
  const isFaint = (background: string) => contrast(accent, background) < MIN_CONTROL_CONTRAST
  if (contrast(accent, textColorOn(accent)) < MIN_TEXT_CONTRAST) return 'text_unreadable'
  if (BACKGROUNDS.light.some(isFaint)) return 'too_faint_on_light'
  return BACKGROUNDS.dark.some(isFaint) ? 'too_faint_on_dark' : undefined
}

/** The accent, its hover color, and the color of text on both. */
export function accentShades(accent: string): { seal: string; sealDeep: string; onSeal: string } {
  const onSeal = textColorOn(accent)
  // Away from the text color, so that the contrast only increases.
  const sealDeep = mix(accent, onSeal === TEXT_COLORS[0] ? '#000000' : '#ffffff', 0.16)
  return { seal: accent, sealDeep, onSeal }
}

export function contrast(one: string, other: string): number {
  return contrastOf(luminance(one), luminance(other))
}

/** From 1 (the same) to 21 (black on white). */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function textColorOn(accent: string): string {
  return contrast(accent, TEXT_COLORS[0]) >= contrast(accent, TEXT_COLORS[1]) ? TEXT_COLORS[0] : TEXT_COLORS[1]
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => value / 255)
  return relativeLuminance(red, green, blue)
}

/** Of sRGB channels from 0 to 1. */
export function relativeLuminance(red: number, green: number, blue: number): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
