import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { version }: { version: string } = JSON.parse(read('package.json'))

/** A tarball, an image or the label of one. */
const NAMED = /(?:countersign[-:]|image\.version="|^## \[)(\d+\.\d+\.\d+)/gm

test('every place that names the version of the release names this one', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.yaml', '*.yml', '*.json', '*.service', 'Dockerfile'], {
    cwd: ROOT,
  })
  const places = files
    .toString()
    .split('\n')
    .filter((path) => path !== '' && !path.startsWith('test/') && !path.endsWith('package-lock.json'))
    .flatMap((path) => [...read(path).matchAll(NAMED)].map(([, named]) => ({ path, named })))
  const released = places.find(({ path }) => path === 'CHANGELOG.md')
  assert.equal(released?.named, version, 'the newest version in the changelog')
  const others = places.filter(({ path }) => path !== 'CHANGELOG.md')
  assert.ok(others.length >= 6, String(others.length))
  assert.deepEqual(
    others.filter(({ named }) => named !== version),
    [],
  )
})
