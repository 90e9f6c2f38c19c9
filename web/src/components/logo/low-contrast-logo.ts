import { contrast } from '@countersign/contract/appearance/contrast.ts'

/** What pictures lie on, whatever the theme. */
const PAPER = '#f7f3ea'
const LEAST_CONTRAST = 1.3
const LEAST_SHARE = 0.1
const OPAQUE = 128

/** Whether a picture one can see through would vanish on light paper. `pixels` are red, green, blue and how opaque. */
export function isFaint(pixels: Uint8ClampedArray): boolean {
  let drawn = 0
  let told = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opaque = 0] = pixels.subarray(at, at + 4)
    if (opaque < OPAQUE) continue
    drawn++
    const colour = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')
    if (contrast(`#${colour}`, PAPER) >= LEAST_CONTRAST) told++
  }
  const whole = drawn === pixels.length / 4
  return drawn > 0 && !whole && told < drawn * LEAST_SHARE
}
