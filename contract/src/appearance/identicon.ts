/** Identicons are drawn locally, so that no request reveals which addresses someone views. */

import { contrastOf, relativeLuminance } from './contrast.ts'

const SIZE = 8
const MIN_CONTRAST = 3

export type Picture = { ground: string; figure: string; cells: { x: number; y: number }[] }

/** A mirrored 8 by 8 pattern in two colors. */
export function drawIdenticon(address: string): Picture {
  const next = pseudoRandom(address.startsWith('0x') ? address.toLowerCase() : address)
  const hue = Math.floor(next() * 360)
  const other = (hue + 90 + Math.floor(next() * 180)) % 360
  const [ground, figure] = contrasting(hue, other)
  const cells: Picture['cells'] = []
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE / 2; x++) {
      if (next() < 0.5) cells.push({ x, y }, { x: SIZE - 1 - x, y })
    }
  }
  return { ground: css(ground), figure: css(figure), cells }
}

type Hsl = [hue: number, saturation: number, lightness: number]

function contrasting(hue: number, other: number): [Hsl, Hsl] {
  const ground: Hsl = [hue, 45, 86]
  let lightness = 46
  while (contrast(ground, [other, 60, lightness]) < MIN_CONTRAST) lightness -= 2
  return [ground, [other, 60, lightness]]
}

export function contrast(one: Hsl, other: Hsl): number {
  return contrastOf(luminance(one), luminance(other))
}

function luminance([hue, saturation, lightness]: Hsl): number {
  const l = lightness / 100
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return l - (saturation / 100) * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return relativeLuminance(channel(0), channel(8), channel(4))
}

function css([hue, saturation, lightness]: Hsl): string {
  return `hsl(${hue} ${saturation}% ${lightness}%)`
}

/** mulberry32 with an FNV-1a seed; not for security. */
function pseudoRandom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
