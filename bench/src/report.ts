/** Formats the results and compares them with the targets. */

import { median, ratio, spread } from './statistics.ts'

export type Bar = { title: string; ours: number[]; theirs: number[]; peer: string; atLeast: number }

export type Verdict = { line: string[]; met: boolean }

export function judge({ title, ours, theirs, peer, atLeast }: Bar): Verdict {
  const times = ratio(ours, theirs)
  const met = times >= atLeast
  const shown = `${times.toFixed(times < 1 ? 2 : 1)} x`
  const line = [title, rate(ours), rate(theirs), peer, shown, `${atLeast} x`, met ? 'met' : 'NOT met']
  return { line, met }
}

type Cost = { title: string; ours: number[]; theirs: number[]; peer: string; atMost: number }

/** The CPU cost compared with the underlying library. */
export function judgeCost({ title, ours, theirs, peer, atMost }: Cost): Verdict {
  const times = ratio(theirs, ours)
  const met = times <= atMost
  const shown = `costs ${times.toFixed(2)} x`
  return { line: [title, rate(ours), rate(theirs), peer, shown, `≤ ${atMost} x`, met ? 'met' : 'NOT met'], met }
}

export function judgeLimit(
  title: string,
  { ours, theirs, peer, limit }: { ours: number[]; theirs: number; peer: string; limit: number },
): Verdict {
  const value = median(ours)
  const met = value < limit
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const times = `${(theirs / value).toFixed(1)} x`
  return {
    line: [
      title,
      `${seconds(value)} ±${percent(spread(ours))}`,
      seconds(theirs),
      peer,
      times,
      `< ${seconds(limit)}`,
      met ? 'met' : 'NOT met',
    ],
    met,
  }
}

/** The ratio to two decimals, for variants that should be equal. */
export function judgeSame({ title, ours, theirs, peer, atLeast }: Bar): Verdict {
  const share = ratio(ours, theirs)
  const met = share >= atLeast
  const times = (value: number) => `${value.toFixed(2)} x`
  return { line: [title, rate(ours), rate(theirs), peer, times(share), times(atLeast), met ? 'met' : 'NOT met'], met }
}

type Growth = { title: string; small: number[]; large: number[]; atMost: number }

/** Uses medians, since a single response is too short to compare. */
export function judgeGrowth({ title, small, large, atMost }: Growth): Verdict {
  const times = median(large) / median(small)
  const met = times <= atMost
  const took = (values: number[]) => `${median(values).toFixed(2)} ms`
  return {
    line: [title, took(small), took(large), `${times.toFixed(2)} x`, `≤ ${atMost} x`, met ? 'met' : 'NOT met'],
    met,
  }
}

export function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const align = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(align).join('   ').trimEnd()).join('\n')
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.095 ? 1 : 0)} %`
}

function rate(values: number[]): string {
  return `${whole(median(values))} ±${percent(spread(values))}`
}
