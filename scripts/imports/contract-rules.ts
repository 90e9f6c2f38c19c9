/** Keeps zod out of the page: which files may import schemas at run time. */

import { posix } from 'node:path'
import { ROUTES, SCHEMA_REGISTRY, SCHEMAS, WITHOUT_ZOD } from './rules.ts'

/** Type-only imports are allowed: they are erased. `import { type A }` is not erased and counts. */
export function contractProblems(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => runtimeImports(path, text).flatMap((target) => problem(path, target)))
}

function problem(path: string, target: string): string[] {
  if (path.startsWith(SCHEMAS)) {
    const isAllowed = path === SCHEMA_REGISTRY || !target.startsWith(ROUTES)
    return isAllowed ? [] : [`${path} imports ${target}: schemas do not import routes`]
  }
  if (!WITHOUT_ZOD.some((folder) => path.startsWith(folder))) return []
  const isSchema = /^zod(?:\/|$)/.test(target) || target.startsWith(SCHEMAS)
  return isSchema ? [`${path} imports ${target} at run time: only its types may be imported`] : []
}

/** Packages by name, files by their path from the root of the repository. */
function runtimeImports(path: string, text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[\w$*{},\s]*\bfrom\s*)?'([^']+)'/gm)
  const calls = text.matchAll(/\bimport\(\s*'([^']+)'/g)
  return [...statements, ...calls].map(([, target = '']) => {
    if (target.startsWith('.')) return posix.join(posix.dirname(path), target)
    return target.replace('@countersign/contract/', 'contract/src/')
  })
}
