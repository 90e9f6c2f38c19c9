import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './served-pages.ts'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

const names = ['check', 'copy', 'monitor', 'moon', 'search', 'sun'] as const
type IconName = (typeof names)[number]

const icons = new Map(await Promise.all(names.map(async (name) => [name, await loadIcon(name)] as const)))

/** An icon of the page as text. */
export function icon(name: IconName, size: number): string {
  const shapes = icons.get(name)?.node.map(([tag, { key: _, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${written.join('')}/>`
  })
  return `<svg class="lucide lucide-${name}" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes?.join('')}</svg>`
}

/** By path, without types: those of React would replace the types of the browser in the tests. */
async function loadIcon(name: IconName): Promise<IconData> {
  const path = join(ROOT, 'node_modules', 'lucide-react', 'dist', 'esm', 'icons', `${name}.mjs`)
  return (await import(pathToFileURL(path).href)).__iconData
}
