/** Names that are made to look like others, after UTS 39. */

/** Letters of other scripts that cannot be told from Latin ones in common fonts (UTS 39 confusables, the letters of it). */
const LATIN_LOOK: Record<string, string> = Object.fromEntries(
  [
    // Cyrillic
    ['аАсСԁеЕһіІјЈКӏӀМНоОрРԛԚѕЅТуУүҮѵѴԝԜхХВԌ', 'aaccdeehiijjkllmhooppqqsstyyyyvvwwxxbg'],
    // Greek
    ['αΑΒΕΖΗιΙΚΜνΝοΟρΡΤυΥχΧγ', 'aabezhiikmvnoopptuyxxy'],
    // Armenian
    ['ցօՕսՍոհզյՏԼ', 'goouunhqjsl'],
  ].flatMap(([from = '', to = '']) => zip([...from], [...to])),
)

function zip(from: string[], to: string[]): [string, string][] {
  return from.map((letter, index) => [letter, to[index] ?? letter])
}

/** True for a name of another script in which every letter could be a Latin one: it reads as a Latin name and is none. */
function isWholeScriptConfusable(value: string): boolean {
  const letters = [...value].filter((letter) => /\p{L}/u.test(letter))
  return letters.length > 0 && letters.every((letter) => letter in LATIN_LOOK)
}

/** Mathematical, circled, full-width and other dressed-up forms of Latin letters and digits. */
function hasDressedLetter(value: string): boolean {
  return [...value].some((letter) => {
    const plain = letter.normalize('NFKC')
    return plain !== letter && /^[A-Za-z0-9]+$/.test(plain)
  })
}

/** Made to look like another name. */
export function isLookalike(value: string): boolean {
  return isWholeScriptConfusable(value) || hasDressedLetter(value)
}

/** Two names that people could take for one another have the same: case, spaces and look-alike letters make no difference. */
export function skeletonOf(value: string): string {
  const plain = [...value.normalize('NFKC')].map((letter) => LATIN_LOOK[letter] ?? letter).join('')
  const base = plain.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return base
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
}
