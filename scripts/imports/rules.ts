/** The layout of the source as rules: which folder may import which, and how large a folder may be. */

/** Server rooms. A room imports only from rooms before it in this list; type-only imports count. */
export const SERVER_LADDER: readonly string[] = [
  'platform',
  'audit',
  'settings',
  'networks',
  'proof',
  'accounts',
  'rules',
  'session',
  'access',
  'apps',
  'oidc',
  'forward-auth',
  'admin',
  'public',
  'operations',
]

/** Files beside the rooms that rooms may import. */
export const SERVER_ROOT = [
  'config.ts',
  'config-error.ts',
  'environment.ts',
  'variables.ts',
  'wallet-apps.ts',
  'context.ts',
  'call.ts',
]

/** Those that `platform` may import, and which therefore import nothing but `platform`. */
export const SERVER_BASE = ['config.ts', 'config-error.ts', 'environment.ts', 'variables.ts', 'wallet-apps.ts']

/** The entry points: they assemble the rooms, and only they and the command line import each other. */
export const SERVER_ENTRIES = ['main.ts', 'server.ts', 'run-server.ts', 'open-context.ts']

/** Chain families that are loaded with the first wallet of each, and the only module that loads them. */
export const LAZY_FAMILIES = ['proof/solana/', 'proof/bitcoin/']
export const FAMILY_LOADER = 'proof/load-family.ts'

/** Rooms that handle HTTP. Elsewhere, only `*.routes.ts` may import `platform/http`. */
export const HTTP_ROOMS = ['platform', 'access', 'oidc', 'forward-auth', 'public']

/** Modules of other rooms that handle HTTP. */
export const HTTP_MODULES = ['session/browser-session.ts', 'session/events/event-stream.ts']

/** What each folder of the page may import besides itself, packages and the contract. */
export const WEB_LAYERS: Record<string, readonly string[]> = {
  ui: [],
  words: [],
  documentation: ['ui', 'words'],
  api: [],
  wallet: [],
  session: ['api', 'wallet'],
  'sign-in': ['api', 'wallet', 'session'],
  page: ['ui', 'words', 'api', 'wallet', 'session', 'sign-in'],
  forms: ['ui', 'words', 'api', 'page'],
  components: ['ui', 'words', 'api', 'wallet', 'session', 'sign-in', 'page', 'forms'],
  screens: ['ui', 'words', 'api', 'wallet', 'session', 'sign-in', 'page', 'forms', 'components'],
  shell: ['ui', 'words', 'api', 'wallet', 'session', 'sign-in', 'page', 'forms', 'components', 'screens'],
}

/** Tests included: a folder that grows past it has two subjects. */
export const MAX_FILES_PER_FOLDER = 25

/** No zod and no schemas at run time, so that the page stays small. */
export const WITHOUT_ZOD = ['web/src/', 'contract/src/']

/** Only the registry of the schemas imports routes. */
export const SCHEMAS = 'contract/src/schemas/'
export const ROUTES = 'contract/src/routes/'
export const SCHEMA_REGISTRY = 'contract/src/schemas/route-schemas.ts'
