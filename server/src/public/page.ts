import { AppError } from '@countersign/contract/errors.ts'
import { matchPage } from '@countersign/contract/pages.ts'
import type { Boot, PublicConfig } from '@countersign/contract/routes/public.ts'
import { isWalletChanged } from '@countersign/contract/routes/session.ts'
import type { Context } from '../context.ts'
import { bindBrowser } from '../platform/http/browser-binding.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { SecurityHeaders } from '../platform/http/security-headers.ts'
import { currentSession } from '../session/browser-session.ts'
import { keepSessionAlive, presentSession } from '../session/session.ts'
import { defaultSettings } from '../settings/read-settings.ts'
import { presentConfig, readPublicConfig } from './public.ts'
import { themeLink } from './theme.ts'

const BOOT_MARKER = '<!--boot-->'
const THEME_MARKER = 'data-theme="system"'

export type PageTemplate = { beforeTheme: string; beforeBoot: string; after: string }

export function readTemplate(html: string): PageTemplate {
  const [beforeBoot = '', after] = html.split(BOOT_MARKER)
  const [beforeTheme = '', rest] = beforeBoot.split(THEME_MARKER)
  if (after === undefined || rest === undefined) throw new Error('index.html has lost its markers')
  return { beforeTheme, beforeBoot: rest, after }
}

export async function sendPage(
  context: Context,
  exchange: Exchange,
  { template, headers }: { template: PageTemplate; headers: SecurityHeaders },
): Promise<void> {
  bindBrowser(context, exchange)
  const boot = await readBoot(context, exchange)
  const html = `${template.beforeTheme}data-theme="${themeOf(exchange)}"${template.beforeBoot}${bootScript(boot)}${themeLink(boot.public.accent)}${template.after}`
  const { response, request } = exchange
  const cookies = exchange.cookies.changes()
  response.writeHead(statusOf(exchange.path, boot), {
    ...headers.page,
    ...(isPrivate(exchange.path) ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...(cookies && { 'Set-Cookie': cookies }),
    'Content-Length': Buffer.byteLength(html),
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}

/** The page loads without the database: it shows the problem and retries. */
async function readBoot(context: Context, exchange: Exchange): Promise<Boot> {
  const publicConfig = await readPublicConfig(context).catch((error) => fallbackConfig(context, error))
  try {
    const session = await currentSession(context, exchange)
    keepSessionAlive(context, session, exchange)
    return { public: publicConfig, session: presentSession(session), sessionProblem: null }
  } catch (error) {
    return { public: publicConfig, session: null, sessionProblem: sessionProblem(context, error) }
  }
}

function fallbackConfig({ config, log }: Context, error: unknown): PublicConfig {
  log.error('database unavailable, page served without data', { reason: String(error) })
  return presentConfig(config, { ...defaultSettings(config), setupNeeded: false })
}

function sessionProblem({ log }: Context, error: unknown): Boot['sessionProblem'] {
  if (!(error instanceof AppError)) log.error('session lookup failed', { reason: String(error) })
  else if (error.code === 'session_revoked' && isWalletChanged(error)) return 'wallet_changed'
  else if (error.code === 'unauthenticated' || error.code === 'session_expired' || error.code === 'session_revoked')
    return error.code
  return 'unknown'
}

/** Escaped so that it cannot end its script element. */
function bootScript(boot: Boot): string {
  return `<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>`
}

function themeOf(exchange: Exchange): string {
  return /^theme=(light|dark)$/.exec(exchange.cookies.get('look') ?? '')?.[1] ?? 'system'
}

/** Links for one person are not indexed. */
function isPrivate(path: string): boolean {
  return path === '/recover' || path.startsWith('/invite/')
}

function statusOf(path: string, boot: Boot): number {
  const page = matchPage(path)?.page
  if (!page || (page === '/setup' && !boot.public.setupNeeded && boot.sessionProblem !== 'unknown')) return 404
  return 200
}
