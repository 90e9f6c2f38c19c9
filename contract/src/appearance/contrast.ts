/** WCAG 2.2 contrast, computed the same by the page and the server. */

/** The backgrounds of both themes, as in web/src/ui/tokens.css. */
const BACKGROUNDS = { light: ['#f7f3ea', '#fffdf8'], dark: ['#171512', '#1f1c18'] } as const
/** Text colors on an accent; the one with more contrast is used. */
const TEXT_COLORS = ['#fffaf4', '#1d0f09'] as const

/** Of dangerous actions in both themes, as in web/src/ui/tokens.css. */
export const DANGER_COLORS = ['#b3261e', '#cf3f33'] as const
/** Excludes reds and what is next to them, such as vermilion, crimson and rust. */
export const MIN_DANGER_DISTANCE = 0.1

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

/** Of the logo, and of primary actions unless they would look dangerous. Their names are those of the tokens. */
export function accentTokens(accent: string): Record<string, string> {
  const text = textColorOn(accent)
  const logo = { '--seal': accent, '--on-seal': text }
  if (looksDangerous(accent)) return logo
  // Away from the text color, so that the contrast only increases.
  const hover = mix(accent, text === TEXT_COLORS[0] ? '#000000' : '#ffffff', 0.16)
  return { ...logo, '--action': accent, '--action-deep': hover, '--on-action': text }
}

/** Too close to the color of dangerous actions in one of the themes. */
export function looksDangerous(accent: string): boolean {
  return DANGER_COLORS.some((danger) => colorDistance(accent, danger) < MIN_DANGER_DISTANCE)
}

/** In OKLab, where equal distances look equally different; about 0.02 is just noticeable. */
export function colorDistance(one: string, other: string): number {
  const [first, second] = [toOklab(one), toOklab(other)]
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)))
}

/** https://bottosson.github.io/posts/oklab/ */
function toOklab(color: string): number[] {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => toLinear(value / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
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
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
