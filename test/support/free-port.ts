import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const marks: string[] = []
process.once('exit', () => {
  for (const mark of marks) rmSync(mark, { force: true })
})

/**
 * A loopback port nobody listens on now, below the range the system gives to outgoing connections. It stays this
 * process's own: whoever it is for listens later, or stops for a while, and files of tests run side by side.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (claim(port) && (await isFree(port))) return port
  }
  throw new Error('No free port')
}

function claim(port: number): boolean {
  const mark = join(tmpdir(), `countersign-port-${port}`)
  try {
    writeFileSync(mark, '', { flag: 'wx' })
  } catch {
    return false
  }
  marks.push(mark)
  return true
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
