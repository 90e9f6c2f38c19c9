import { announce } from '../ui/feedback/live.ts'
import { documentation as words } from '../words/documentation.ts'
import { findSections, type Match, type SearchIndex } from './find-sections.ts'

type Parts = { form: HTMLFormElement; input: HTMLInputElement; results: HTMLElement }

/** Results are links under the field. The index is loaded when the field is focused for the first time. */
export function openSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.doc-search')
  const input = form?.querySelector('input')
  const results = form?.querySelector<HTMLElement>('.doc-results')
  if (!form || !input || !results) return
  const parts = { form, input, results }
  form.hidden = false
  input.addEventListener('focus', () => void loadIndex().catch(() => undefined))
  input.addEventListener('input', () => void showMatches(parts))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void showMatches(parts).then(() => findLinks(parts)[0]?.click())
  })
  form.addEventListener('keydown', (event) => moveFocus(parts, event))
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) results.hidden = true
  })
  form.addEventListener('focusin', () => {
    results.hidden = results.childElementCount === 0
  })
  // A link to another heading of this page keeps the page.
  results.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) results.hidden = true
  })
}

let index: Promise<SearchIndex> | undefined

function loadIndex(): Promise<SearchIndex> {
  index ??= fetchIndex().catch((error: unknown) => {
    index = undefined
    throw error
  })
  return index
}

async function fetchIndex(): Promise<SearchIndex> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The index was answered with ${response.status}.`)
  return response.json()
}

async function showMatches({ input, results }: Parts): Promise<void> {
  const query = input.value.trim()
  const content = query === '' ? [] : await findOrExplain(query)
  // Typing continued while the index was loaded.
  if (query !== input.value.trim()) return
  results.replaceChildren(...content)
  results.hidden = content.length === 0
}

async function findOrExplain(query: string): Promise<Element[]> {
  try {
    const matches = findSections(await loadIndex(), query)
    if (matches.length === 0) return [explain(words.nothing(query))]
    announce(words.found(matches.length))
    const list = document.createElement('ul')
    list.append(...matches.map(createEntry))
    return [list]
  } catch {
    return [explain(words.searchFailed)]
  }
}

function explain(text: string): Element {
  announce(text)
  return createElement('p', text, 'doc-nothing soft')
}

function createEntry({ url, title, heading, excerpt }: Match): Element {
  const link = document.createElement('a')
  link.href = url
  const name = createElement('span', heading ?? title, 'medium')
  const text = createElement('span', '', 'small soft doc-excerpt')
  text.append(...excerpt.map((part) => (part.marked ? createElement('mark', part.text) : part.text)))
  link.append(name, ...(heading === undefined ? [] : [createElement('span', title, 'small soft')]), text)
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}

function createElement(name: string, text: string, className = ''): Element {
  const element = document.createElement(name)
  element.textContent = text
  if (className !== '') element.className = className
  return element
}

function findLinks({ results }: Parts): HTMLElement[] {
  return [...results.querySelectorAll('a')]
}

function moveFocus(parts: Parts, event: KeyboardEvent): void {
  const { input, results } = parts
  if (event.key === 'Escape' && !results.hidden) {
    event.preventDefault()
    input.focus()
    results.hidden = true
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || results.hidden) return
  event.preventDefault()
  const stops: HTMLElement[] = [input, ...findLinks(parts)]
  const at = stops.findIndex((stop) => stop.matches(':focus'))
  stops[(at + step + stops.length) % stops.length]?.focus()
}
