import type { AppError } from '@countersign/contract/errors.ts'
import { defaultFactories } from '@countersign/contract/factories.ts'
import { FACTORIES_MAX } from '@countersign/contract/limits.ts'
import { site } from '../../../words/admin.ts'

const { settings: words } = site

/** A list as it is typed: one address on each line. */
export function factoriesText(factories: readonly string[]): string {
  return factories.join('\n')
}

export const DEFAULT_TEXT = factoriesText(defaultFactories)

export function factoriesOf(text: string): string[] {
  return filledLines(text).map(({ address }) => address)
}

/** The first line that cannot be used, by its number as it is counted in the field. */
export function factoriesRefusal(text: string): string | undefined {
  const lines = filledLines(text)
  const before = new Map<string, number>()
  for (const { address, line } of lines) {
    if (!/^0x[0-9a-f]{40}$/.test(address)) return words.factoryWrong(line)
    const first = before.get(address)
    if (first !== undefined) return words.factoryTwice(line, first)
    before.set(address, line)
  }
  return lines.length > FACTORIES_MAX ? words.factoriesTooMany(FACTORIES_MAX) : undefined
}

/** The server counts only the lines that were filled in. */
export function refusedFactory(error: AppError, text: string): string | undefined {
  const field = error.fields?.find(({ path }) => path === '/factories' || path.startsWith('/factories/'))
  if (!field) return undefined
  const line = filledLines(text)[Number(field.path.split('/')[2])]?.line
  return line === undefined ? words.factoriesTooMany(FACTORIES_MAX) : words.factoryWrong(line)
}

/** Addresses are kept in small letters: how one was spelled says nothing more. */
function filledLines(text: string): { address: string; line: number }[] {
  return text
    .split('\n')
    .map((typed, index) => ({ address: typed.trim().toLowerCase(), line: index + 1 }))
    .filter(({ address }) => address !== '')
}
