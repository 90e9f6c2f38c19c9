import { closeSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const taken: string[] = []
process.on('exit', () => {
  for (const file of taken) rmSync(file, { force: true })
})

/** A loopback port nobody listens on now, below the range the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (take(port) && (await isFree(port))) return port
  }
  throw new Error('No free port')
}

/** Whoever gets a port listens on it a while later: until this process ends no other file of tests gets it too. */
function take(port: number): boolean {
  const file = join(tmpdir(), `countersign-port-${port}`)
  try {
    closeSync(openSync(file, 'wx'))
  } catch {
    return false
  }
  taken.push(file)
  return true
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
