/** The script of the documentation pages: theme, search, copy buttons. Loaded in the head, so that no theme flashes. */

import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/controls/button.css'
import '../ui/controls/theme-switch.css'
import './documentation.css'
import './lists.css'
import './text.css'
import './narrow-and-print.css'
import { announce } from '../ui/feedback/live.ts'
import { chosenTheme, themes, writeTheme } from '../ui/theme.ts'
import { documentation as words } from '../words/documentation.ts'
import { openSearch } from './search.ts'

const DONE_MS = 2000

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

/** The files are the same for everyone, so the browser reads the cookie that the server reads for other pages. */
function restoreTheme(): void {
  const theme = chosenTheme()
  if (theme) document.documentElement.dataset.theme = theme
}

function openThemeSwitch(): void {
  const choice = document.querySelector<HTMLFieldSetElement>('.theme-switch')
  if (!choice) return
  choice.hidden = false
  for (const input of choice.querySelectorAll('input')) {
    input.checked = input.value === document.documentElement.dataset.theme
    input.addEventListener('change', () => {
      const theme = themes.find((name) => name === input.value)
      if (theme) writeTheme(theme)
    })
  }
}

function addCopyButtons(): void {
  const template = document.querySelector<HTMLTemplateElement>('#doc-copy')
  for (const block of document.querySelectorAll('.doc-code')) {
    const button = template?.content.firstElementChild?.cloneNode(true)
    if (!(button instanceof HTMLButtonElement)) continue
    button.addEventListener('click', () => void copyCode(block, button))
    block.append(button)
  }
}

async function copyCode(block: Element, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(`${block.querySelector('code')?.textContent ?? ''}\n`)
  announce(words.copied)
  button.classList.add('done')
  setTimeout(() => button.classList.remove('done'), DONE_MS)
}
