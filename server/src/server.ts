import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { FORWARD_AUTH_CHECK, FORWARD_AUTH_START } from '@countersign/contract/endpoints.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { REQUEST_TIMEOUT_MS } from '@countersign/contract/limits.ts'
import type { Page } from '@countersign/contract/pages.ts'
import { createAuthorize } from './access/authorize-route.ts'
import { groupRoutes } from './accounts/group/group.routes.ts'
import { inviteRoutes } from './accounts/invite/invite.routes.ts'
import { personRoutes } from './accounts/person/person.routes.ts'
import { walletRoutes } from './accounts/wallet/wallet.routes.ts'
import { accessRequestRoutes } from './admin/access-requests/access-request.routes.ts'
import { peopleRoutes } from './admin/people/people.routes.ts'
import { siteRoutes } from './admin/site.routes.ts'
import { appRoutes } from './apps/app.routes.ts'
import { endLostAccess } from './apps/grants/end-lost-access.ts'
import { activityRoutes } from './audit/activity.routes.ts'
import type { Context } from './context.ts'
import { serveCheck } from './forward-auth/check.ts'
import { forwardAuthRoutes } from './forward-auth/forward-auth.routes.ts'
import { serveStart } from './forward-auth/start.ts'
import { networkRoutes } from './networks/network.routes.ts'
import { oidcRoutes } from './oidc/oidc.routes.ts'
import { isOidcPath, serveOidc } from './oidc/provider/mount.ts'
import { type Oidc, openOidc } from './oidc/provider/provider.ts'
import { setupRoutes } from './operations/setup/setup.routes.ts'
import { type Endpoint, matchEndpoints } from './platform/http/endpoint.ts'
import { Exchange } from './platform/http/exchange.ts'
import { limitConnections } from './platform/http/limit-connections.ts'
import { http } from './platform/http/node-http.ts'
import type { TrustedProxies } from './platform/http/request/trusted-proxies.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { redactPath, send, sendProblem } from './platform/http/send-response.ts'
import { type Files, sendFile } from './platform/http/static-files.ts'
import { sendReadiness, watchDatabase } from './public/health.ts'
import { sendIdenticon, sendLogo } from './public/images.ts'
import { type PageTemplate, sendPage } from './public/page.ts'
import { publicRoutes } from './public/public.routes.ts'
import { sendTheme } from './public/theme.ts'
import { ruleRoutes } from './rules/admin/rule.routes.ts'
import { openRules } from './rules/open-rules.ts'
import { vaultRoutes } from './rules/vault/vault.routes.ts'
import { accountRoutes } from './session/account.routes.ts'
import { challengeRoutes } from './session/challenge.routes.ts'
import { eventRoutes, openSessionHub, type SessionHub } from './session/events/events.routes.ts'
import { sessionListRoutes } from './session/list/list-sessions.routes.ts'
import { openPhoneHub, type PhoneHub, phoneRoutes } from './session/phone/phone.routes.ts'
import { invalidateContractProofs } from './session/revalidate-contract-wallet.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { stepUpRoutes } from './session/step-up/step-up.routes.ts'

/** W3C Change Password URL, which password managers open. */
const CHANGE_PASSWORD_PATH = '/.well-known/change-password'
const WALLETS: Page = '/wallets'

export type Site = { files: Files; template: PageTemplate }

type CountersignServer = {
  listener: RequestListener
  /** New requests are rejected from now on. */
  stop(): void
  oidc: Oidc
}

export function createListener(context: Context, site: Site): CountersignServer {
  const headers = securityHeaders(context.config, site.template.inlineScripts)
  const hubs = { sessions: openSessionHub(context), phones: openPhoneHub(context) }
  const oidc = openOidc(context)
  openRules(context).onLeave((queries, left) => endLostAccess(context, queries, left))
  const endpoints = matchEndpoints(allRoutes(context, hubs, oidc))
  const canWork = watchDatabase(context)
  let stopping = false

  /** Not async, like `answerCall`: each async function on the way costs every request. */
  function answer(exchange: Exchange): Promise<void> | void {
    const { path } = exchange
    if (path === '/healthz') return send(exchange, 200, { headers: headers.call })
    if (path === '/readyz') return sendReadiness(exchange, { stopping, canWork, headers: headers.call })
    if (stopping) throw new AppError('maintenance', { retryAfter: 5 })
    if (path === '/api' || path.startsWith('/api/')) return answerCall(exchange)
    if (path === FORWARD_AUTH_START) return serveStart(context, exchange, headers.call)
    if (path.startsWith(FORWARD_AUTH_CHECK)) return serveCheck(context, exchange)
    if (isOidcPath(path)) return serveOidc(context, oidc, exchange, headers.oidc)
    requireReadMethod(exchange)
    const file = site.files.get(path.startsWith('/docs/') ? path.replace(/\/$/, '') : path)
    if (file) return sendFile(exchange, file, headers)
    if (path === CHANGE_PASSWORD_PATH)
      return send(exchange, 302, { headers: headers.call, more: { Location: WALLETS } })
    if (path.startsWith('/logo/')) return sendLogo(context, exchange, headers.call)
    if (path.startsWith('/identicon/')) return sendIdenticon(exchange, headers.call)
    if (path.startsWith('/theme/')) return sendTheme(exchange, headers.call)
    if (path.startsWith('/assets/')) throw new AppError('not_found')
    return sendPage(context, exchange, { template: site.template, headers })
  }

  function answerCall(exchange: Exchange): Promise<void> {
    const match = endpoints(exchange.path)
    if (!match) throw new AppError('not_found')
    const { methods, params } = match
    const { method } = exchange.request
    const found = methods.get(method === 'HEAD' ? 'GET' : (method ?? ''))
    if (!found) {
      exchange.response.setHeader('Allow', [...methods.keys()].join(', '))
      throw new AppError('method_not_allowed')
    }
    return found.serve(context, exchange, headers, params)
  }

  function answerSafely(exchange: Exchange): Promise<void> | void {
    const refuse = (error: unknown) => sendProblem(context, exchange, error, headers)
    try {
      return answer(exchange)?.catch(refuse)
    } catch (error) {
      refuse(error)
    }
  }

  return {
    oidc,
    listener(request: IncomingMessage, response: ServerResponse) {
      const exchange = new Exchange(context, request, response)
      const isLogged = context.log.enabled('debug')
      const started = isLogged ? performance.now() : 0
      if (stopping) response.setHeader('Connection', 'close')
      const answered = answerSafely(exchange)
      if (isLogged) void Promise.resolve(answered).finally(() => logAnswer(context, exchange, started))
    },
    stop() {
      stopping = true
      // Pages reconnect on their own.
      hubs.sessions.close()
      hubs.phones.close()
    },
  }
}

type Hubs = { sessions: SessionHub; phones: PhoneHub }

function allRoutes(context: Context, { sessions, phones }: Hubs, oidc: Oidc): Endpoint[] {
  const authorize = createAuthorize(context)
  return [
    ...publicRoutes(context),
    ...challengeRoutes(context),
    ...sessionRoutes(context),
    ...sessionListRoutes(context, authorize),
    ...eventRoutes(context, authorize, sessions),
    ...phoneRoutes(context, phones),
    ...activityRoutes(context, authorize),
    ...stepUpRoutes(context, authorize),
    ...walletRoutes(context, authorize),
    ...vaultRoutes(context, authorize),
    ...accountRoutes(context, authorize),
    ...setupRoutes(context),
    ...personRoutes(context, authorize),
    ...peopleRoutes(context, authorize),
    ...inviteRoutes(context, authorize),
    ...accessRequestRoutes(context, authorize),
    ...siteRoutes(context, authorize),
    ...networkRoutes(context, authorize, (queries, chainId) => invalidateContractProofs(context, queries, chainId)),
    ...groupRoutes(context, authorize),
    ...ruleRoutes(context, authorize),
    ...forwardAuthRoutes(context, authorize),
    ...appRoutes(context, authorize, () => context.background.run('load the OpenID provider', oidc.provider)),
    ...oidcRoutes(context, authorize, oidc),
  ]
}

export function createServer(listener: RequestListener, trusted: TrustedProxies): Server {
  const server = http.createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      // Node's default of 30 seconds would triple the timeout.
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      // Most requests have no body.
      optimizeEmptyRequests: true,
    },
    listener,
  )
  server.maxHeadersCount = 100
  limitConnections(server, trusted)
  return server
}

function requireReadMethod({ request, response }: Exchange): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  response.setHeader('Allow', 'GET, HEAD')
  throw new AppError('method_not_allowed')
}

function logAnswer(context: Context, exchange: Exchange, started: number): void {
  context.log.debug('request completed', {
    traceId: exchange.traceId,
    method: exchange.request.method,
    path: redactPath(exchange.path),
    status: exchange.response.statusCode,
    ms: Math.round((performance.now() - started) * 10) / 10,
  })
}
