import { contrast } from '@countersign/contract/appearance/contrast.ts'

const PAPER = '#f7f3ea'
const LEAST_CONTRAST = 1.3
const LEAST_SHARE = 0.1
const OPAQUE = 128

/** Whether a transparent image is hardly visible on the background. `pixels` are RGBA. */
export function isFaint(pixels: Uint8ClampedArray): boolean {
  let drawn = 0
  let visible = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < OPAQUE) continue
    drawn++
    const color = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')
    if (contrast(`#${color}`, PAPER) >= LEAST_CONTRAST) visible++
  }
  const whole = drawn === pixels.length / 4
  return drawn > 0 && !whole && visible < drawn * LEAST_SHARE
}
