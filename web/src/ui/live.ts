/**
 * Speaks through the two live regions that index.html has from the first paint.
 * What changes within the wait is spoken once, and words that are still there are not spoken again.
 */

type Region = 'polite' | 'assertive'

const WAIT_MS = 150
const KEEP_MS = 10_000
const waiting: Partial<Record<Region, ReturnType<typeof setTimeout>>> = {}

export function announce(text: string, region: Region = 'polite'): void {
  clearTimeout(waiting[region])
  waiting[region] = setTimeout(() => {
    const element = document.getElementById(`live-${region}`)
    if (!element) return
    if (element.textContent !== text) element.textContent = text
    // Old news must not be found by someone who reads through the page later.
    waiting[region] = setTimeout(() => element.replaceChildren(), KEEP_MS)
  }, WAIT_MS)
}
