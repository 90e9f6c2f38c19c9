/** Letters of other scripts that look like Latin ones in common fonts (UTS 39 confusables). */
const LATIN_LOOKALIKES: Record<string, string> = Object.fromEntries(
  [
    // Cyrillic
    ['аАсСԁеЕһіІјЈКӏӀМНоОрРԛԚѕЅТуУүҮѵѴԝԜхХВԌ', 'aaccdeehiijjkllmhooppqqsstyyyyvvwwxxbg'],
    // Greek
    ['αΑΒΕΖΗιΙΚΜνΝοΟρΡΤυΥχΧγ', 'aabezhiikmvnoopptuyxxy'],
    // Armenian
    ['ցօՕսՍոհզյՏԼ', 'goouunhqjsl'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, index) => [letter, to[index] ?? letter])),
)

/** Every letter is of another script and looks like a Latin one. */
function isWholeScriptConfusable(value: string): boolean {
  const letters = [...value].filter((letter) => /\p{L}/u.test(letter))
  return letters.length > 0 && letters.every((letter) => letter in LATIN_LOOKALIKES)
}

/** Mathematical, circled, full-width and similar forms of Latin letters and digits. */
function hasStyledLetter(value: string): boolean {
  return [...value].some((letter) => {
    const plain = letter.normalize('NFKC')
    return plain !== letter && /^[A-Za-z0-9]+$/.test(plain)
  })
}

export function isLookalike(value: string): boolean {
  return isWholeScriptConfusable(value) || hasStyledLetter(value)
}

/** Equal for names that people could confuse: it ignores case, spaces and look-alike letters. */
export function skeletonOf(value: string): string {
  const plain = [...value.normalize('NFKC')].map((letter) => LATIN_LOOKALIKES[letter] ?? letter).join('')
  const base = plain.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return base
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
}
