/** Starts an app with the libraries installed for the tests. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Environment, type RunningApp, spawnApp } from './spawn-app.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
export const LIBRARIES = join(ROOT, 'test', 'relying-parties', 'node_modules')

/** Starts an example of `examples/`. */
export function startExample(name: string, environment: Environment): Promise<RunningApp> {
  const app = readFileSync(join(ROOT, 'examples', name, 'app.js'), 'utf8')
  return startApp(name, { 'app.js': app }, environment)
}

/** Writes files by name and runs `app.js`. */
export async function startApp(
  name: string,
  files: Record<string, string>,
  environment: Environment,
): Promise<RunningApp> {
  // Node resolves libraries next to the file, and the examples have none.
  const folder = join(LIBRARIES, '.examples', `${name}-${environment.PORT}`)
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const running = await spawnApp({ command: process.execPath, parameters: [join(folder, 'app.js')], environment })
  return {
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
