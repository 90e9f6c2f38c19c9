/** Announces texts in the live regions of index.html, debounced and without repetition. */

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
    // Removed later, so that it is not found by reading through the page.
    waiting[region] = setTimeout(() => element.replaceChildren(), KEEP_MS)
  }, WAIT_MS)
}
