/** People are searched by prefixes of the words of their names. */

const WORDS_MAX = 16
const WORD_MAX = 32

/** Words as they are stored and searched: NFKC, lower case, without duplicates. */
export function termsOf(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, WORD_MAX).join(''))
  return [...new Set(words)].slice(0, WORDS_MAX)
}
