/**
 * `node scripts/sbom.mjs <tarball>`: prints the packages that the tarball contains as a CycloneDX document. npm looks
 * for them in the unpacked tarball, and would miss the ones that are there for the build only.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runNpm } from '../server/node.mjs'
import { fail } from './setup.mjs'

const [tarball] = process.argv.slice(2)
if (!tarball) fail('Usage: node scripts/sbom.mjs <tarball>')

const folder = mkdtempSync(join(tmpdir(), 'countersign-sbom-'))
try {
  process.stdout.write(listPackages(unpack()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function unpack() {
  const { status } = spawnSync('tar', ['-xzf', resolve(tarball), '-C', folder], { stdio: 'inherit' })
  if (status !== 0) fail(`${tarball} could not be unpacked.`)
  // npm takes the name of the product from the folder.
  const unpacked = join(folder, 'countersign')
  renameSync(join(folder, 'package'), unpacked)
  const path = join(unpacked, 'package.json')
  const { devDependencies, workspaces, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(manifest))
  return unpacked
}

function listPackages(cwd) {
  const parameters = ['sbom', '--sbom-format=cyclonedx', '--offline', '--loglevel=error']
  const { status, stdout, stderr } = runNpm(process.execPath, parameters, { cwd, encoding: 'utf8' })
  if (status !== 0) fail(`npm sbom failed: ${stderr}`)
  return stdout
}
