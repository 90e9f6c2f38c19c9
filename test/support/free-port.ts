import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A free loopback port, below those that systems choose themselves: from 16,000 on some, from 32,768 on most. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 6000)
    if (claimPort(port) && (await isFree(port))) return port
  }
  throw new Error('No free port on 127.0.0.1 between 10000 and 16000. Stop what listens there, and try again.')
}

/** Reserves the port within a test run: another test may look between the check and the bind. */
function claimPort(port: number): boolean {
  const folder = process.env.TEST_PORTS
  if (folder === undefined) return true
  try {
    closeSync(openSync(join(folder, `port-${port}`), 'wx'))
    return true
  } catch {
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
