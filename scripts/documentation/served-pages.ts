/** Which files of the repository are served as documentation, and under which path. */

import { join } from 'node:path'
import { documentation as words } from '../../web/src/words/documentation.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** Pages for operators and app developers. What contributors read stays in the repository. */
const SECTIONS = [
  { title: words.sections.tutorial, sources: ['docs/first-site.md'] },
  {
    title: words.sections.guides,
    sources: [
      'docs/operating.md',
      'docs/deploy.md',
      'docs/apps.md',
      'docs/forward-auth.md',
      'docs/phone.md',
      'docs/wallets.md',
      'docs/rules.md',
      'docs/wallet-proof.md',
    ],
  },
  { title: words.sections.reference, sources: ['docs/specification.md', 'docs/platforms.md', 'SECURITY.md'] },
] as const

export const INDEX = { source: 'docs/README.md', path: '/docs' }
export const EXAMPLES = { source: 'examples', path: '/docs/examples' }

export type ServedPage = { source: string; path: string }

export const sections = SECTIONS.map(({ title, sources }) => ({
  title,
  pages: sources.map((source): ServedPage => ({ source, path: pathOf(source) })),
}))

/** By name: an operator may keep settings with secrets beside them. */
const EXAMPLE_FILES = [
  'apache/countersign.conf',
  'caddy/Caddyfile',
  'compose-postgres/Caddyfile',
  'compose-postgres/compose.yaml',
  'express/app.js',
  'express/package.json',
  'gitea/app.ini',
  'gitea/git.Caddyfile',
  'gitea/git.nginx.conf',
  'grafana/grafana.ini',
  'kubernetes/countersign.yaml',
  'kubernetes/ingress.yaml',
  'nginx/protected-site.conf',
  'node/app.js',
  'node/package.json',
  'systemd/countersign.service',
  'systemd/secrets.conf',
  'traefik/dynamic.yaml',
  'wallet-proof/bitcoin.js',
  'wallet-proof/ethereum.js',
  'wallet-proof/solana.js',
  'wallet-proof/verify.d.ts',
  'wallet-proof/verify.js',
]

export const examples = EXAMPLE_FILES.map(
  (name): ServedPage => ({ source: `examples/${name}`, path: `/docs/examples/${name}` }),
)

const served = new Map(
  [INDEX, EXAMPLES, ...sections.flatMap(({ pages }) => pages), ...examples].map(({ source, path }) => [source, path]),
)

/** The path of a file or folder of the repository, or undefined if it is not served. */
export function servedPath(source: string): string | undefined {
  const folder = /^examples\/([\w-]+)$/.exec(source)?.[1]
  return folder === undefined ? served.get(source) : `${EXAMPLES.path}#${folder}`
}

function pathOf(source: string): string {
  const name = source.split('/').at(-1) ?? source
  return `/docs/${name.replace(/\.md$/, '').toLowerCase()}`
}
