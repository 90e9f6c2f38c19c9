/** Reads lockfiles of npm. */

type Entry = {
  name?: string
  version?: string
  license?: unknown
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** `packages` by place: `''` is the folder itself, `node_modules/a/node_modules/b` a package that only `a` uses. */
export type Lockfile = { packages: Record<string, Entry> }

export type Package = {
  name: string
  version: string
  license: string
  integrity: string | undefined
  resolved: string | undefined
  hasInstallScript: boolean
}

const MODULES = 'node_modules/'

/** Those that npm installs, without the folders of the repository. */
export function listPackages({ packages }: Lockfile): Package[] {
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes(MODULES) && !link)
    .map(([place, entry]) => toPackage(place, entry))
}

function toPackage(place: string, entry: Entry): Package {
  return {
    name: entry.name ?? nameAt(place),
    version: entry.version ?? '',
    license: typeof entry.license === 'string' ? entry.license : 'unknown',
    integrity: entry.integrity,
    resolved: entry.resolved,
    hasInstallScript: entry.hasInstallScript === true,
  }
}

const nameAt = (place: string) => place.slice(place.lastIndexOf(MODULES) + MODULES.length)

/** What a folder of the repository needs, and which of them needs which. */
export type Tree = { packages: Package[]; direct: string[]; brought: Map<string, Set<string>> }

export function readTree(lockfile: Lockfile, folder: string): Tree {
  const { packages } = lockfile
  const seen = new Set<string>()
  const brought = new Map<string, Set<string>>()
  const waiting = [folder]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const name of dependenciesOf(packages[place] ?? {})) {
      const found = resolvePlace(lockfile, place, name)
      if (found === undefined) continue // optional, and for another platform
      if (found.includes(MODULES) && place.includes(MODULES))
        brought.set(nameAt(place), (brought.get(nameAt(place)) ?? new Set()).add(nameAt(found)))
      if (seen.has(found)) continue
      seen.add(found)
      waiting.push(found)
    }
  }
  const own = [...seen].filter((place) => place.includes(MODULES))
  const direct = dependenciesOf(packages[folder] ?? {}).filter(
    (name) => resolvePlace(lockfile, folder, name)?.includes(MODULES) ?? false,
  )
  return { packages: own.map((place) => toPackage(place, packages[place] ?? {})), direct, brought }
}

function dependenciesOf(entry: Entry): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])]
}

/** As Node does: in the package itself, then in what contains it. A folder of the repository is where its link leads. */
function resolvePlace({ packages }: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))) {
    const place = `${folder}${folder === '' ? '' : '/'}${MODULES}${name}`
    const entry = packages[place]
    if (entry) return entry.link ? entry.resolved : place
    if (folder === '') return undefined
  }
}
