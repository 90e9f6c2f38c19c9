import { flushCompileCache } from 'node:module'
import { readConfig } from './config.ts'
import { StartError } from './config-error.ts'
import type { Context } from './context.ts'
import { findMisspelled } from './environment.ts'
import { setupCode } from './operations/setup/setup.ts'
import { configFolder, root } from './platform/installation.ts'
import { createLog } from './platform/log.ts'
import { createLogWriter, type LogWriter } from './platform/log-writer.ts'
import { DatabaseVersionError } from './platform/store/migrations.ts'
import { curve } from './proof/secp256k1/load-curve.ts'
import { runServer } from './run-server.ts'
import { readInstance } from './settings/read-settings.ts'

try {
  await start()
} catch (error) {
  const isExplained = error instanceof StartError || error instanceof DatabaseVersionError
  const message = isExplained ? error.message.replace(/\s*\n\s*/g, ' ') : undefined
  process.stderr.write(
    `Countersign did not start.\n${message ?? (error instanceof Error ? error.stack : String(error))}\n`,
  )
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env, configFolder)
  const human = process.stdout.isTTY === true
  const writer: LogWriter = createLogWriter({
    fd: process.stdout.fd,
    onOmitted: (count) => `${count} log lines were omitted, because they were not read in time.\n`,
  })
  process.once('exit', writer.flushSync)
  const log = createLog({ level: config.logLevel, human, write: writer.write, now: Date.now })
  for (const { name, meant } of findMisspelled(process.env)) log.warn('unknown environment variable', { name, meant })
  const server = await runServer(config, { log, root })

  const shutDown = async (signal: string) => {
    log.info('shutting down', { signal })
    await server.stop()
    log.info('server stopped')
    await writer.flush()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shutDown(signal))

  await printStartupMessage(server.context, writer)
  // Node writes it at exit only, which a killed process does not reach.
  flushCompileCache()
}

async function printStartupMessage(context: Context, writer: LogWriter): Promise<void> {
  const { origin, database } = context.config
  context.log.info('server started', { origin, engine: database.engine, signatures: curve.kind })
  const lines = ['', `  Countersign is running at ${origin}`]
  if ((await readInstance(context)).setupNeeded)
    lines.push(
      '  Setup is not complete. Create the first owner with this one-time link:',
      `  ${origin}/setup#code=${await setupCode(context)}`,
    )
  writer.write(`${lines.join('\n')}\n\n`)
  await writer.flush()
}
