/** The script of the documentation pages: theme, search, copy buttons. Loaded in the head, so that no theme flashes. */

import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/controls/button.css'
import '../ui/controls/theme-switch.css'
import './documentation.css'
import './lists.css'
import './text.css'
import './narrow-and-print.css'
import { addCopyButtons } from './copy-code.ts'
import { openSearch } from './search.ts'
import { openThemeSwitch, restoreTheme } from './theme-choice.ts'

restoreTheme()
addEventListener('DOMContentLoaded', () => {
  openThemeSwitch()
  openSearch()
  addCopyButtons()
  foldLists()
  focusScrolledTables()
})

/** Where there is no room beside the text, the lists of pages and headings are above it and start folded. */
function foldLists(): void {
  for (const [list, width] of [
    ['.doc-nav', '64rem'],
    ['.doc-contents', '80rem'],
  ]) {
    const details = document.querySelector<HTMLDetailsElement>(`${list} > details`)
    if (!details) continue
    const wide = matchMedia(`(width >= ${width})`)
    const fold = () => {
      details.open = wide.matches
    }
    fold()
    wide.addEventListener('change', fold)
  }
}

/** What scrolls has to be reached by keyboard; other tables need no tab stop. */
function focusScrolledTables(): void {
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
  })
  for (const table of document.querySelectorAll('.doc-table')) watcher.observe(table)
}
