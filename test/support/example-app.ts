/** An app in a process of its own, with the libraries installed for the tests. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
export const LIBRARIES = join(ROOT, 'test', 'relying-parties', 'node_modules')

export type RunningApp = { stop(): Promise<void> }
type Environment = Record<string, string>

/** An example as it stands in `examples/`. */
export function startExample(name: string, environment: Environment): Promise<RunningApp> {
  const app = readFileSync(join(ROOT, 'examples', name, 'app.js'), 'utf8')
  return startApp(name, { 'app.js': app }, environment)
}

/** Files by name; `app.js` is run and says where it listens. */
export async function startApp(
  name: string,
  files: Record<string, string>,
  environment: Environment,
): Promise<RunningApp> {
  // Libraries are looked for beside the file, and ours are not beside the examples.
  const folder = join(LIBRARIES, '.examples', `${name}-${environment.PORT}`)
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const child = spawn(process.execPath, [join(folder, 'app.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  const ended = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const note = (chunk: Buffer) => {
      output += chunk
      if (output.includes('listening on')) resolve()
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    child.once('exit', () => reject(new Error(output)))
  })
  return {
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
