/** The image: what it contains, and that it runs on a read-only file system as a user without privileges. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { validateBom } from '../../deployment/validators.mjs'
import { freePort } from '../free-port.ts'
import { buildImage, type Image } from './image.ts'

const MAX_BYTES = 120 * 1024 * 1024

export function describeImage(packed: () => { tarball: string; version: string }): void {
  describe('the image', () => {
    let scratch: string
    let image: Image
    let installed: string
    before(() => {
      // Not in the folder of the tests, which other users cannot enter.
      scratch = mkdtempSync('/tmp/countersign-image-')
      chmodSync(scratch, 0o755)
      image = buildImage(scratch, packed().tarball)
      installed = join(image.folder, 'opt/countersign/lib/node_modules/countersign')
    })
    after(() => rmSync(scratch, { recursive: true, force: true }))

    const filesIn = (folder: string) => globSync('**', { cwd: folder }).map((path) => join(folder, path))

    test(`adds less than ${MAX_BYTES / 1024 / 1024} MiB to its base, and names its version`, () => {
      const bytes = filesIn(image.folder).reduce((sum, path) => sum + lstatSync(path).size, 0)
      assert.ok(bytes > 10_000_000 && bytes < MAX_BYTES, `${bytes} bytes`)
      assert.match(image.labels, new RegExp(`image\\.version="${packed().version}"`))
    })

    test('lists exactly the packages that it contains', async () => {
      const text = readFileSync(join(image.folder, 'opt/countersign/sbom.cdx.json'), 'utf8')
      assert.equal(await validateBom(text), undefined)
      const { components, metadata }: Bom = JSON.parse(text)
      assert.equal(metadata.component.purl, `pkg:npm/countersign@${packed().version}`)
      const manifests = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: installed })
      const contained = manifests.map((path) => {
        const { name, version } = JSON.parse(readFileSync(join(installed, path), 'utf8'))
        return `${name}@${version}`
      })
      const listed = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
      assert.ok(listed.length > 20)
      assert.deepEqual(listed.sort(), contained.sort())
    })

    test('runs as a user who can write its data only, and reports its health', async () => {
      for (const path of filesIn(join(image.folder, 'var/cache'))) makeReadOnly(path)
      const port = await freePort()
      assert.equal(image.checkHealth(port), 1)
      const server = startServer(image, port)
      try {
        await server.started
        assert.equal(image.checkHealth(port), 0)
        assert.equal((await fetch(`http://127.0.0.1:${port}/docs/deploy`)).status, 200)
      } finally {
        assert.equal(await server.stop(), 0)
      }
      assert.deepEqual(globSync('data/*', { cwd: image.folder }).sort(), ['data/countersign.db', 'data/secret.key'])
    })
  })
}

function startServer({ command: [command = '', ...words], options }: Image, port: number) {
  const env = { ...options.env, PORT: String(port) }
  const child = spawn(command, words, { ...options, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const started = new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Countersign is running')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`exited with ${code}: ${output}`)))
  })
  const stop = () => {
    child.kill()
    return ended
  }
  return { started, stop }
}

type Bom = {
  components: { group?: string; name: string; version: string }[]
  metadata: { component: { purl: string } }
}

function makeReadOnly(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, 0, 0)
  chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444)
}
