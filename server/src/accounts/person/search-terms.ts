/** How people are searched for by name: by the beginning of each word, however it was typed. */

const WORDS_MAX = 16
const WORD_MAX = 32

/** The words of a name in the one form that is stored and searched: compatible, lower case, each once. */
export function termsOf(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, WORD_MAX).join(''))
  return [...new Set(words)].slice(0, WORDS_MAX)
}
