import type { Server } from 'node:http'
import { join } from 'node:path'
import { SHUTDOWN_GRACE_MS } from '@countersign/contract/limits.ts'
import { countApps } from './apps/app.store.ts'
import { startSealer } from './audit/hash-chain.ts'
import { type Config, invalidOwnerWallet } from './config.ts'
import { ConfigError, StartError } from './config-error.ts'
import type { Context } from './context.ts'
import { startBackchannelLogout } from './oidc/sign-out/backchannel-logout.ts'
import { openContext } from './open-context.ts'
import { startBackups } from './operations/backup/daily-backup.ts'
import { startPurge } from './operations/purge.ts'
import { loadFiles } from './platform/http/static-files.ts'
import type { Log } from './platform/log.ts'
import { parseTypedAccount } from './proof/parse-typed-account.ts'
import { loadTemplate } from './public/page.ts'
import { loadWalletLibraries } from './public/wallet-libraries.ts'
import { startRuleJobs } from './rules/watch/start-rule-jobs.ts'
import { createListener, createServer } from './server.ts'

type RunningServer = {
  context: Context
  /** Resolves once requests are answered, jobs have ended and the database is closed. */
  stop(): Promise<void>
}

type Options = {
  log: Log
  root: string
  /** How often reads check for commits of other processes. */
  checkEveryMs?: number
  /** The interval of the watcher of rules. */
  watchEveryMs?: number | undefined
}

/** Loads the other chain families only if one of their addresses is listed. */
async function checkOwnerWallets({ ownerWallets }: Config): Promise<void> {
  for (const address of ownerWallets.filter((each) => !each.startsWith('0x')))
    await parseTypedAccount(address).catch(() => {
      throw invalidOwnerWallet(address)
    })
}

export async function runServer(
  wanted: Config,
  { log, root, checkEveryMs, watchEveryMs }: Options,
): Promise<RunningServer> {
  await checkOwnerWallets(wanted)
  const site = loadSite(join(root, 'web', 'dist'))
  const { config, files } = await loadWalletLibraries(wanted, log)
  for (const [path, file] of files) site.files.set(path, file)
  const context = await openContext(config, { log, now: Date.now, checkEveryMs })

  const { listener, stop, oidc } = createListener(context, site)
  const servers = await listen(config, () => createServer(listener, config.trustedProxies))
  const stopPurge = startPurge(context)
  const stopBackups = startBackups(context)
  const stopSealer = startSealer(context)
  const stopRuleJobs = startRuleJobs(context, watchEveryMs)
  const stopLogoutDelivery = startBackchannelLogout(context, oidc)
  context.background.run('load the OpenID provider', async () => {
    if ((await countApps(context.store)) > 0) await oidc.provider()
  })

  return {
    context,
    async stop() {
      stop()
      stopRuleJobs()
      const closed = servers.map((server) => close(server, log))
      await Promise.all([stopPurge(), stopBackups(), stopSealer(), stopLogoutDelivery(), ...closed])
      context.networks.nodes.stop()
      await context.background.settled()
      await context.store.close()
    },
  }
}

/** Before the database is opened, so that an incomplete installation creates none. */
function loadSite(folder: string) {
  try {
    return { files: loadFiles(folder), template: loadTemplate(folder) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The page in ${folder} is missing or incomplete (${reason}). Run npm run build in a checkout, or install the package again.`,
    )
  }
}

/** "localhost" listens on both loopback addresses. */
async function listen(config: Context['config'], create: () => Server): Promise<Server[]> {
  const [first = '', ...others] = config.host === 'localhost' ? ['127.0.0.1', '::1'] : [config.host]
  const main = await listenOn(create(), config.port, first)
  const more = await Promise.all(others.map((host) => listenOn(create(), config.port, host).catch(() => undefined)))
  return [main, ...more.filter((server) => server !== undefined)]
}

function listenOn(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, host))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve(server)
    })
  })
}

function explainListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError('PORT', `${port} is already in use. Stop the other program, or set another port.`)
    case 'EACCES':
      return new ConfigError('PORT', `this user may not listen on ${port}. Set a port from 1024 on.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError('HOST', `"${host}" is not an address of this machine (${error.code}).`)
    default:
      return error
  }
}

function close(server: Server, log: Log): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      log.warn('shutdown timeout, closing open connections', { afterMs: SHUTDOWN_GRACE_MS })
      server.closeAllConnections()
    }, SHUTDOWN_GRACE_MS)
    // Browsers keep idle connections open.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(force)
      clearInterval(sweep)
      resolve()
    })
  })
}
