import { defaultFactories } from '@countersign/contract/factories.ts'
import { FACTORIES_MAX } from '@countersign/contract/limits.ts'
import { site } from '../../../words/admin-site.ts'

const { settings: words } = site

/** One address per line. */
export function factoriesText(factories: readonly string[]): string {
  return factories.join('\n')
}

export const DEFAULT_TEXT = factoriesText(defaultFactories)

export function factoriesOf(text: string): string[] {
  return filledLines(text).map(({ address }) => address)
}

/** The error of the first invalid line, with its number in the field. */
export function factoriesError(text: string): string | undefined {
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

/** The server does not count empty lines. */
export function refusedFactory(text: string, index: number | undefined): string {
  const line = filledLines(text)[index ?? -1]?.line
  return line === undefined ? words.factoriesTooMany(FACTORIES_MAX) : words.factoryWrong(line)
}

/** Addresses are stored in lower case. */
function filledLines(text: string): { address: string; line: number }[] {
  return text
    .split('\n')
    .map((typed, index) => ({ address: typed.trim().toLowerCase(), line: index + 1 }))
    .filter(({ address }) => address !== '')
}
