import { Check, Copy, type IconNode, Monitor, Moon, Search, Sun } from 'lucide'

const icons = { check: Check, copy: Copy, monitor: Monitor, moon: Moon, search: Search, sun: Sun } satisfies Record<
  string,
  IconNode
>

/** An icon of the page as text. */
export function icon(name: keyof typeof icons, size: number): string {
  const shapes = icons[name].map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${written.join('')}/>`
  })
  return `<svg class="icon icon-${name}" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes.join('')}</svg>`
}
