import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Browsers that know `light-dark()`, nesting-free modern CSS and every script feature we write. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

const SOURCE = fileURLToPath(new URL('src/', import.meta.url)).replaceAll('\\', '/')
const AREA = `${SOURCE}shell/area.tsx`
const ENTRY = `${SOURCE}main.tsx`
// What wallet libraries share is loaded with one of them, and not with every screen.
const WALLETS = `${SOURCE}wallet/`

const AUDIENCES = ['entry', 'account', 'admin'] as const
type Audience = (typeof AUDIENCES)[number]
type Screen = { path: string; audience: Audience; modules: Set<string> }

export default defineConfig({
  plugins: [react(), withoutServersPart()],
  resolve: { alias: { 'zod/mini': fileURLToPath(new URL('src/api/inert-schema.ts', import.meta.url)) } },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    manifest: true,
    // Our content security policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [firstFile(), ...sharedFiles()] } } },
  },
})

type Modules = {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/**
 * All the page needs before a wallet can be clicked is one file. Left to itself the bundler makes one of every set of
 * modules that two screens share: two dozen small files that compress a tenth worse, more with every new screen.
 */
function firstFile() {
  let first: Set<string> | undefined
  return {
    debugName: 'first',
    name(id: string, modules: Modules) {
      first ??= importsOf(ENTRY, modules, (imported) => imported.includes('/web/src/'))
      return first.has(id) ? 'first' : null
    },
  }
}

/**
 * What screens share is in three files instead of a hundred: for screens before the account, for the account, and for
 * those who run the site. Each is loaded once, by the first screen that needs it.
 */
function sharedFiles() {
  let screens: Screen[] | undefined
  // The bundler takes what a module imports along, so what the earlier screens need has to have its place before.
  return AUDIENCES.map((audience) => ({
    debugName: audience,
    name(id: string, modules: Modules) {
      screens ??= listScreens(modules)
      const users = screens.filter((screen) => screen.modules.has(id))
      // Every screen of the account is shown inside this one, and its styles have to come before theirs.
      const isShared = users.length > 1 || users.some(({ path }) => path === AREA && id !== AREA)
      return isShared && users.some((screen) => screen.audience === audience) ? audience : null
    },
  }))
}

/** The screens that are loaded when they are first shown. */
function listScreens(modules: Modules): Screen[] {
  const screens = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const lazy of dynamicallyImportedIds)
      if (lazy.startsWith(SOURCE) && !lazy.startsWith(WALLETS)) screens.add(lazy)
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) visit(imported)
  }
  visit(ENTRY)
  return [...screens].map((path) => ({ path, audience: audienceOf(path), modules: importsOf(path, modules) }))
}

function audienceOf(screen: string): Audience {
  const path = screen.slice(SOURCE.length)
  if (path.startsWith('screens/admin/')) return 'admin'
  return /^(?:screens\/account|shell|components\/step-up)\//.test(path) ? 'account' : 'entry'
}

/** The module and everything it imports at once. */
function importsOf(id: string, modules: Modules, isWanted: (id: string) => boolean = () => true): Set<string> {
  const found = new Set<string>()
  const visit = (each: string) => {
    if (found.has(each) || !isWanted(each)) return
    found.add(each)
    for (const imported of modules.getModuleInfo(each)?.importedIds ?? []) visit(imported)
  }
  visit(id)
  return found
}

/**
 * What only the server and the log read of the contract: the titles of errors, and all that a route is checked by. The
 * page has words of its own for every code; schemas, inert here anyway, are left out where nothing else names them.
 */
function withoutServersPart(): Plugin {
  return {
    name: 'without-servers-part',
    enforce: 'pre',
    transform(code, id) {
      const [, name] = /[\\/]contract[\\/]src[\\/](?:[\w-]+[\\/])*([\w-]+)\.ts$/.exec(id) ?? []
      if (name === undefined) return undefined
      if (name === 'errors') return { code: code.replace(/ title: '[^']*',/g, ''), map: null }
      // What a step-up confirms is written by the server; the page has its own words for that too.
      if (name === 'action') return { code: code.replace('Object.keys(actions)', '[]'), map: null }
      const called = code.replace(/^export const \w+ = defineRoute\(\{\n(?:[ }].*\n)*?^\}\)/gm, withoutChecks)
      return { code: called.replace(/(?<![\w.`])(?:z\.\w+|idSchema)\(/g, '/* @__PURE__ */ $&'), map: null }
    },
  }
}

/** Of a route the page needs where to call it, what is signed and what answers it; the server checks the rest. */
function withoutChecks(route: string): string {
  return route.replace(
    /^ {2}(?:caller|permission|versioned|body|query|answer|errors|maxBody):.*\n(?: {4}.*\n| {2}[\])}].*\n)*/gm,
    '',
  )
}
