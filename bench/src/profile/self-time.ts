import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type SelfTime = { name: string; place: string; share: number }

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Functions by the time spent in them, relative to the time in which the server was not idle. */
export function readSelfTimes(path: string): SelfTime[] {
  const profile: Profiler.Profile = JSON.parse(readFileSync(path, 'utf8'))
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const callers = new Map(
    profile.nodes.flatMap(({ callFrame, children = [] }) => children.map((child) => [child, callFrame] as const)),
  )
  const times = new Map<string, { name: string; place: string; time: number }>()
  let busy = 0
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
    const time = Math.max(0, profile.timeDeltas?.[index] ?? 0)
    const [name, place] = [nameOf(frame), placeOf(frame, callers.get(id))]
    const found = times.get(`${name} ${place}`) ?? { name, place, time: 0 }
    found.time += time
    busy += time
    times.set(`${name} ${place}`, found)
  }
  return [...times.values()]
    .toSorted((a, b) => b.time - a.time)
    .map(({ name, place, time }) => ({ name, place, share: time / busy }))
}

type CallFrame = Profiler.ProfileNode['callFrame']

function nameOf({ functionName }: CallFrame): string {
  return functionName || '(anonymous)'
}

/** Native functions are listed for each caller. */
function placeOf({ functionName, url, lineNumber }: CallFrame, caller: CallFrame | undefined): string {
  if (url === '' && functionName.startsWith('(')) return ''
  if (url === '') return caller?.url ? `native, called by ${nameOf(caller)} ${placeOf(caller, undefined)}` : 'native'
  const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url
  return `${path.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`
}
