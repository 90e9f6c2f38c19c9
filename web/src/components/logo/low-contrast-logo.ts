import { contrast } from '@countersign/contract/appearance/contrast.ts'

const PAPER = '#f7f3ea'
const MIN_CONTRAST = 1.3
const MIN_VISIBLE_SHARE = 0.1
const MIN_ALPHA = 128

/** Whether a transparent image is hardly visible on the background. `pixels` are RGBA. */
export function isLowContrast(pixels: Uint8ClampedArray): boolean {
  let drawn = 0
  let visible = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < MIN_ALPHA) continue
    drawn++
    const color = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')
    if (contrast(`#${color}`, PAPER) >= MIN_CONTRAST) visible++
  }
  const isOpaque = drawn === pixels.length / 4
  return drawn > 0 && !isOpaque && visible < drawn * MIN_VISIBLE_SHARE
}
