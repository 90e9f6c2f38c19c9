import { median, ratio, spread } from './statistics.ts'

type Rates = { title: string; ours: number[]; theirs: number[]; peer: string }
export type Verdict = { line: string[]; met: boolean }

const HEAD = ['per second of server CPU', 'Countersign', 'peer', '', 'ratio', 'target', '']

export function printVerdicts(verdicts: Verdict[], head = HEAD): Verdict[] {
  say(`\n${table([head, ...verdicts.map(({ line }) => line)])}`)
  return verdicts
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function verdict(line: string[], met: boolean): Verdict {
  return { line: [...line, met ? 'met' : 'NOT met'], met }
}

export function judge({ title, ours, theirs, peer, atLeast }: Rates & { atLeast: number }): Verdict {
  const times = ratio(ours, theirs)
  const shown = `${times.toFixed(times < 1 ? 2 : 1)} x`
  return verdict([title, rate(ours), rate(theirs), peer, shown, `${atLeast} x`], times >= atLeast)
}

/** For a target per second; the peer, if there is one, is for comparison. */
export function judgeRate({ title, ours, theirs, peer, perSecond }: Rates & { perSecond: number }): Verdict {
  const compared = theirs.length > 0 ? [rate(theirs), peer, `${ratio(ours, theirs).toFixed(1)} x`] : ['', '', '']
  return verdict([title, rate(ours), ...compared, `≥ ${whole(perSecond)}`], median(ours) >= perSecond)
}

export function judgeCost({ title, ours, theirs, peer, atMost }: Rates & { atMost: number }): Verdict {
  const times = ratio(theirs, ours)
  const shown = `costs ${times.toFixed(2)} x`
  return verdict([title, rate(ours), rate(theirs), peer, shown, `≤ ${atMost} x`], times <= atMost)
}

export function judgeLimit(
  title: string,
  { ours, theirs, peer, limit }: { ours: number[]; theirs: number; peer: string; limit: number },
): Verdict {
  const value = median(ours)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const own = `${seconds(value)} ±${percent(spread(ours))}`
  const times = `${(theirs / value).toFixed(1)} x`
  return verdict([title, own, seconds(theirs), peer, times, `< ${seconds(limit)}`], value < limit)
}

/** The ratio to two decimals, for variants that should be equal. */
export function judgeSame({ title, ours, theirs, peer, atLeast }: Rates & { atLeast: number }): Verdict {
  const share = ratio(ours, theirs)
  const times = (value: number) => `${value.toFixed(2)} x`
  return verdict([title, rate(ours), rate(theirs), peer, times(share), times(atLeast)], share >= atLeast)
}

type Growth = { title: string; small: number[]; large: number[]; atMost: number }

/** Uses medians, since a single response is too short to compare. */
export function judgeGrowth({ title, small, large, atMost }: Growth): Verdict {
  const times = median(large) / median(small)
  const milliseconds = (values: number[]) => `${median(values).toFixed(2)} ms`
  const shown = `${times.toFixed(2)} x`
  return verdict([title, milliseconds(small), milliseconds(large), shown, `≤ ${atMost} x`], times <= atMost)
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

export function rate(values: number[]): string {
  return `${whole(median(values))} ±${percent(spread(values))}`
}
