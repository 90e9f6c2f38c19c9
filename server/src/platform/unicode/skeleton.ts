/** What a text looks like: the skeleton of UTS #39, and a coarser form for names that must not be imitated. */

import { CONFUSABLES } from './confusables.ts'

let prototypes: ReadonlyMap<string, string> | undefined

/** Equal for texts that look alike (UTS #39, section 4), except for signs and letters with a compatibility form. */
export function skeletonOf(value: string): string {
  prototypes ??= readPrototypes()
  let skeleton = ''
  for (const character of value.normalize('NFD').replace(/\p{DI}/gu, ''))
    skeleton += prototypes.get(character) ?? character
  return skeleton.normalize('NFD')
}

function readPrototypes(): ReadonlyMap<string, string> {
  const groups = CONFUSABLES.trim().split(/[,\n]/)
  return new Map(
    groups.flatMap((group) => {
      const [prototype = '', sources = ''] = group.split('<')
      return sources.split(' ').map((source) => [characters(source), characters(prototype)] as const)
    }),
  )
}

function characters(codes: string): string {
  return String.fromCodePoint(...codes.split('+').map((code) => Number.parseInt(code, 16)))
}

/** Small capitals, which Unicode does not list as look-alikes of the capitals. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢĸʍ'
const CAPITALS = 'abcdefghijklmnopqrstuvwyzkm'

/** One is shared by texts that differ in case, accents, spaces or signs, or in i, 1 and l, in 0 and o, or in rn and m. */
export function looksOf(value: string): ReadonlySet<string> {
  const forms = [value, value.normalize('NFKC')].flatMap((form) => [form, removeSigns(form.normalize('NFD')) || form])
  return new Set(forms.flatMap((form) => [simplify(form), sortRuns(form)].map((look) => look || form)))
}

/** Accents, spaces and signs, some of which look like a letter: the dash in "— Admin" is alike to a Japanese one. */
function removeSigns(text: string): string {
  return text.replace(/(?=[\p{Script=Inherited}\p{Script=Common}])\p{M}|[^\p{L}\p{M}\p{N}]/gu, '')
}

const RUNS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+|[^\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+/gu

/** Where text runs from right to left, words and digits can be stored in another order than they are shown. */
function sortRuns(value: string): string {
  const runs = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(value) ? value.match(RUNS) : [value]
  return (runs ?? []).map(simplify).sort().join('')
}

function simplify(value: string): string {
  // Twice: a small letter can look like another one although its capital does not.
  const small = skeletonOf(skeletonOf(value).toLowerCase()).toLowerCase()
  const letters = [...small].map((letter) => CAPITALS[SMALL_CAPITALS.indexOf(letter)] ?? letter).join('')
  return removeSigns(letters).replace(/[i1]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm')
}
