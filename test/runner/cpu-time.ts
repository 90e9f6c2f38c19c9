/** Processor time of a run: this process and everything it has waited for. */

import { readdirSync, readFileSync } from 'node:fs'

// Linux counts in hundredths of a second here, whatever the kernel's own clock is.
const TICKS_PER_SECOND = 100

/** Seconds of user and system time, children included; only this process's own where the system does not tell more. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childSeconds()
}

/** Of the processes that this one has waited for, and those that they had waited for. */
export function childSeconds(): number {
  return (readProcess('self')?.children ?? 0) / TICKS_PER_SECOND
}

/** Of everything below this process that still runs. */
export function descendantSeconds(): number {
  const processes = new Map<number, ProcessTimes>()
  for (const name of listProcesses()) {
    const times = readProcess(name)
    if (times) processes.set(Number(name), times)
  }
  const depthOf = (id: number): number => {
    if (id === process.pid) return 0
    const parent = processes.get(id)?.parent
    return parent === undefined ? Number.NaN : 1 + depthOf(parent)
  }
  let ticks = 0
  for (const [id, { own, children }] of processes) if (depthOf(id) >= 1) ticks += own + children
  return ticks / TICKS_PER_SECOND
}

type ProcessTimes = { parent: number; own: number; children: number }

function readProcess(name: string): ProcessTimes | undefined {
  try {
    // Behind the command in brackets, which may contain spaces: state, parent, and from the 12th on the times.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] = fields
    return { parent, own: user + system, children: childUser + childSystem }
  } catch {
    return undefined // it ended meanwhile, or this system has no /proc
  }
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
