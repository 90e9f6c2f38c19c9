import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@countersign/contract/error/errors.ts'
import { matchPage } from '@countersign/contract/pages.ts'
import type { Boot, PublicConfig } from '@countersign/contract/routes/public.ts'
import { isWalletChanged } from '@countersign/contract/routes/session.ts'
import type { Context } from '../context.ts'
import { findDestination } from '../forward-auth/hosts/destination.ts'
import { bindBrowser, type Exchange } from '../platform/http/exchange.ts'
import type { SecurityHeaders } from '../platform/http/security-headers.ts'
import { send } from '../platform/http/send-response.ts'
import { currentSession } from '../session/browser-session.ts'
import { keepSessionAlive, presentSession } from '../session/session.ts'
import { defaultSettings } from '../settings/read-settings.ts'
import { fillPlaceholder, type Placeholders } from './placeholder.ts'
import { presentConfig, readPublicConfig } from './public.ts'
import { themeLink } from './theme.ts'

const THEME_MARKER = 'data-theme="system"'
const BOOT_MARKER = '<!--boot-->'
const PLACEHOLDER_MARKER = '<!--placeholder-->'
const MARKERS = new RegExp(`${THEME_MARKER}|${BOOT_MARKER}|${PLACEHOLDER_MARKER}`, 'g')

export type PageTemplate = {
  /** The HTML before, between and after the theme, the boot data and the placeholder. */
  parts: readonly [string, string, string, string]
  placeholders: Placeholders
  /** Hashes of its inline scripts, for the content security policy. */
  inlineScripts: readonly string[]
}

export function loadTemplate(dist: string): PageTemplate {
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  return readTemplate(read('index.html'), JSON.parse(read('placeholders.json')))
}

export function readTemplate(html: string, placeholders: Placeholders): PageTemplate {
  const markers = html.match(MARKERS) ?? []
  if (markers.join() !== [THEME_MARKER, BOOT_MARKER, PLACEHOLDER_MARKER].join())
    throw new Error(`index.html must have its markers once and in order, not ${markers.join(', ')}`)
  const [beforeTheme = '', beforeBoot = '', beforePlaceholder = '', after = ''] = html.split(MARKERS)
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const inlineScripts = scripts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  return { parts: [beforeTheme, beforeBoot, beforePlaceholder, after], placeholders, inlineScripts }
}

export async function sendPage(
  context: Context,
  exchange: Exchange,
  { template, headers }: { template: PageTemplate; headers: SecurityHeaders },
): Promise<void> {
  bindBrowser(context, exchange)
  const boot = await readBoot(context, exchange)
  const [beforeTheme, beforeBoot, beforePlaceholder, after] = template.parts
  const head = `${beforeTheme}data-theme="${themeOf(exchange)}"${beforeBoot}${bootScript(boot)}${themeLink(boot.public.accent)}`
  const html = `${head}${beforePlaceholder}${fillPlaceholder(template.placeholders, boot, exchange)}${after}`
  const reply = { headers: headers.page, body: html }
  send(exchange, statusOf(exchange.path, boot), isPrivate(exchange.path) ? { ...reply, more: NOT_INDEXED } : reply)
}

const NOT_INDEXED = { 'X-Robots-Tag': 'noindex' }

/** The page loads without the database: it shows the problem and retries. */
async function readBoot(context: Context, exchange: Exchange): Promise<Boot> {
  const publicConfig = await readPublicConfig(context).catch((error) => fallbackConfig(context, error))
  const isSignIn = exchange.path === '/sign-in'
  const destination = isSignIn ? await findDestination(context, exchange.search).catch(() => null) : null
  try {
    const session = await currentSession(context, exchange)
    keepSessionAlive(context, session, exchange)
    return { public: publicConfig, session: presentSession(session), sessionProblem: null, destination }
  } catch (error) {
    return { public: publicConfig, session: null, sessionProblem: sessionProblem(context, error), destination }
  }
}

function fallbackConfig({ config, log }: Context, error: unknown): PublicConfig {
  log.error('database unavailable, page served without data', { reason: String(error) })
  return presentConfig(config, { ...defaultSettings(config), hasOwner: true, setupNeeded: false })
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
  return path === '/recover' || path === '/phone' || path.startsWith('/invite/')
}

function statusOf(path: string, boot: Boot): number {
  const page = matchPage(path)?.page
  if (!page || (page === '/setup' && !boot.public.setupNeeded && boot.sessionProblem !== 'unknown')) return 404
  return 200
}
