/** The search of the documentation: every word of the query has to occur in a section. */

/** `[path, title, [[id, heading, text], …]]`, as the build writes it. */
export type SearchIndex = [path: string, title: string, sections: [id: string, heading: string, text: string][]][]

export type Match = {
  url: string
  title: string
  /** Undefined for the beginning of a page. */
  heading: string | undefined
  excerpt: Excerpt
}

/** Text with the occurrences of the query marked. */
export type Excerpt = { text: string; marked: boolean }[]

const MAX_MATCHES = 12
const EXCERPT_LENGTH = 140

export function findSections(index: SearchIndex, query: string): Match[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = index.flatMap(([path, title, sections]) =>
    sections.map(([id, heading, text]) => ({
      match: {
        url: id === '' ? path : `${path}#${id}`,
        title,
        heading: id === '' ? undefined : heading,
        excerpt: cutExcerpt(text, words),
      },
      score: scoreSection({ title: id === '' ? '' : title, heading, text }, words),
    })),
  )
  // Sorting is stable: equal scores stay in the order of the pages.
  return found
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_MATCHES)
    .map(({ match }) => match)
}

type Searched = { title: string; heading: string; text: string }

/** 0 unless every word occurs. Headings count more than text, and the beginning of a word more than its middle. */
function scoreSection({ title, heading, text }: Searched, words: string[]): number {
  let total = 0
  for (const word of words) {
    const score = 8 * rateOccurrence(heading, word) + 3 * rateOccurrence(title, word) + rateOccurrence(text, word)
    if (score === 0) return 0
    total += score
  }
  return total
}

function rateOccurrence(text: string, word: string): number {
  const lower = text.toLowerCase()
  let found = 0
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(lower[at - 1] ?? '')) return 2
    found = 1
  }
  return found
}

function cutExcerpt(text: string, words: string[]): Excerpt {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const start = first < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', first - EXCERPT_LENGTH / 3) + 1
  const end = text.indexOf(' ', start + EXCERPT_LENGTH)
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start, end < 0 ? undefined : end)}${end < 0 ? '' : ' …'}`
  return markWords(shown, words)
}

function markWords(text: string, words: string[]): Excerpt {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'gi'))
    .map((part, index) => ({ text: part, marked: index % 2 === 1 }))
    .filter(({ text: part }) => part !== '')
}
