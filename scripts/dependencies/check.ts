/** Compares the lockfiles with the packages that were reviewed. */

import { DOCUMENT, describeTree, fillDocument, listReasons } from './document.ts'
import { type Lockfile, listPackages, type Package, readTree } from './lockfile.ts'

/** The lockfile with everything that is shipped. */
export const LOCKFILE = 'package-lock.json'

/** Where it lists the dependencies of what is shipped. */
const SHIPPED = { server: '', web: 'web' }

export const SERVER_PACKAGES_MAX = 60

const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'OFL-1.1']

/** The license of each package by lockfile and `name@version`, and whether it has an install script. */
export type Reviewed = Record<string, Record<string, string>>

type Input = { lockfiles: Record<string, Lockfile>; reviewed: Reviewed; document: string }

export function checkDependencies({ lockfiles, reviewed, document }: Input): string[] {
  return [
    ...Object.entries(lockfiles).flatMap(([path, lockfile]) => [
      ...checkPackages(path, lockfile),
      ...compare(path, describePackages(lockfile), reviewed[path] ?? {}),
    ]),
    ...Object.keys(reviewed)
      .filter((path) => !(path in lockfiles))
      .map((path) => `${path} is listed, but there is no such lockfile`),
    ...checkShipped(lockfiles[LOCKFILE] ?? { packages: {} }, document),
  ]
}

/** What a review approves. */
export function reviewAll(lockfiles: Record<string, Lockfile>): Reviewed {
  return Object.fromEntries(Object.entries(lockfiles).map(([path, lockfile]) => [path, describePackages(lockfile)]))
}

export function fillTables(lockfiles: Record<string, Lockfile>, document: string): string {
  const tree = readTree(lockfiles[LOCKFILE] ?? { packages: {} }, SHIPPED.server)
  return fillDocument(document, describeTree(tree, SERVER_PACKAGES_MAX))
}

const INSTALL_SCRIPT = ', install script'

function describePackages(lockfile: Lockfile): Record<string, string> {
  const described = listPackages(lockfile).map(({ license, hasInstallScript, ...named }) => [
    idOf(named),
    license + (hasInstallScript ? INSTALL_SCRIPT : ''),
  ])
  return Object.fromEntries(described.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))
}

const idOf = ({ name, version }: Pick<Package, 'name' | 'version'>) => `${name}@${version}`

function checkPackages(path: string, lockfile: Lockfile): string[] {
  return listPackages(lockfile).flatMap(({ integrity, resolved, ...named }) => [
    ...(integrity?.startsWith('sha512-') ? [] : [`${path}: ${idOf(named)} has no SHA-512 integrity`]),
    ...(resolved === undefined ? [] : [`${path}: ${idOf(named)} names where it is from: ${resolved}`]),
  ])
}

function compare(path: string, found: Record<string, string>, listed: Record<string, string>): string[] {
  const versionsOf = (id: string) =>
    Object.keys(listed)
      .filter((each) => !(each in found) && nameOf(each) === nameOf(id))
      .map((each) => each.slice(nameOf(each).length + 1))
  const replaced = new Set<string>()
  const problems = Object.entries(found).flatMap(([id, now]) => {
    const before = listed[id]
    if (before === now) return []
    if (before === undefined) {
      const versions = versionsOf(id)
      replaced.add(nameOf(id))
      return [`${path}: ${id} is not listed${versions.length > 0 ? `, but ${versions.join(' and ')}` : ''}`]
    }
    const [license, earlier] = [now, before].map((text) => text.replace(INSTALL_SCRIPT, ''))
    if (license !== earlier) return [`${path}: ${id} is under ${license}, and listed under ${earlier}`]
    return [`${path}: ${id} ${now.endsWith(INSTALL_SCRIPT) ? 'has an' : 'has no'} install script, unlike listed`]
  })
  const gone = Object.keys(listed).filter((id) => !(id in found) && !replaced.has(nameOf(id)))
  return [...problems, ...gone.map((id) => `${path}: ${id} is listed, but not there`)]
}

const nameOf = (id: string) => id.slice(0, id.lastIndexOf('@'))

function checkShipped(lockfile: Lockfile, document: string): string[] {
  const problems: string[] = []
  for (const [part, folder] of Object.entries(SHIPPED)) {
    const { packages, direct } = readTree(lockfile, folder)
    for (const each of packages)
      if (!isPermissive(each.license))
        problems.push(`${LOCKFILE}: ${idOf(each)} is shipped under ${each.license}, which is not a permissive license`)
    if (part === 'server' && packages.length > SERVER_PACKAGES_MAX)
      problems.push(`${LOCKFILE}: the server has ${packages.length} packages, more than ${SERVER_PACKAGES_MAX}`)
    const reasons = listReasons(document, part)
    for (const name of direct)
      if (!reasons.includes(name)) problems.push(`${DOCUMENT}: ${name} has no line for ${part}`)
    for (const name of reasons)
      if (!direct.includes(name)) problems.push(`${DOCUMENT}: ${name} has a line, but is no dependency of ${part}`)
  }
  return problems
}

/** Also of several licenses, each of which may have to be met. */
function isPermissive(license: string): boolean {
  const names = license.split(/\s+(?:AND|OR)\s+/).map((name) => name.replace(/^\(+|\)+$/g, ''))
  return names.every((name) => PERMISSIVE.includes(name))
}
