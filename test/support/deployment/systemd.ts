/** systemd-analyze on unit files, without a running systemd. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Analysis = { status: number | null; output: string }

/** `files` by their path in the folder of units; the first one is analyzed. */
export function analyzeUnits(parameters: string[], files: Record<string, string>): Analysis {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-systemd-'))
  try {
    const paths = Object.entries(files).map(([name, text]) => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    })
    const command = process.env.SYSTEMD_ANALYZE ?? '/usr/bin/systemd-analyze'
    const result = spawnSync(command, [...parameters, '--no-pager', ...paths.slice(0, 1)], { encoding: 'utf8' })
    if (result.error) throw result.error
    return { status: result.status, output: `${result.stdout}${result.stderr}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
