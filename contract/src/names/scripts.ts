/** Whether a name mixes scripts as no language does (UTS #39, restriction levels): "Ꭺdmin" with a Cherokee letter. */

/** In customary use (UAX #31). The others count as one. */
const SCRIPTS =
  'Latn Cyrl Grek Armn Geor Hebr Arab Syrc Thaa Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo ' +
  'Tibt Mymr Khmr Ethi Cher Cans Mong Tfng Vaii Adlm Bali Bamu Batk Cakm Cham Copt Hmnp Java Kali Lana Lepc Limb ' +
  'Lisu Mand Mtei Newa Olck Osge Plrd Rohg Saur Sund Sylo Tale Talu Tavt Wcho Yiii'
/** Written together, also with Latin letters in one word. */
const EAST_ASIAN = ['Hani Hira Kana', 'Hani Bopo', 'Hani Hang']
const SHARED = /^[\p{sc=Zyyy}\p{sc=Zinh}]+$/u
/** Too alike for one name. */
const ALIKE = ['Latn', 'Cyrl', 'Grek']

type Script = { name: string; pattern: RegExp }
let scripts: Script[] | undefined

export function mixesScripts(value: string): boolean {
  const found = (value.match(/[\p{L}\p{M}\p{Nl}]+/gu) ?? []).map(scriptOf)
  return (
    found.includes(undefined) ||
    ALIKE.filter((name) => found.some((names) => names?.split(' ').includes(name))).length > 1
  )
}

/** Undefined: letters of several. */
export function scriptOf(word: string): string | undefined {
  if (SHARED.test(word)) return 'shared'
  scripts ??= [...SCRIPTS.split(' '), ...EAST_ASIAN, ...EAST_ASIAN.map((names) => `${names} Latn`)].map(toScript)
  const known = scripts.find(({ pattern }) => pattern.test(word))
  if (known) return known.name
  const isOther = scripts.every(({ name }) => !new RegExp(`[${classOf(name)}]`, 'u').test(word))
  return isOther ? 'other' : undefined
}

function toScript(name: string): Script {
  return { name, pattern: new RegExp(`^[\\p{scx=Zyyy}\\p{scx=Zinh}${classOf(name)}]+$`, 'u') }
}

function classOf(names: string): string {
  return names
    .split(' ')
    .map((name) => `\\p{scx=${name}}`)
    .join('')
}
