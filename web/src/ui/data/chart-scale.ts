/** The geometry of a stacked bar chart. Heights are fractions from 0 to 1. */

export type ChartPoint = { label: string; values: Record<string, number> }
type Segment = { key: string; from: number; size: number }

export function stackBar(point: ChartPoint, keys: readonly string[], top: number): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const key of keys) {
    const size = Math.max(0, point.values[key] ?? 0) / top
    if (size > 0) segments.push({ key, from, size })
    from += size
  }
  return segments
}

/** The top of the scale: 2, 4, 6, 8, 10, 20, 40 and so on, so that half of it is an integer. */
export function roundTop(points: readonly ChartPoint[], keys: readonly string[]): number {
  const highest = Math.max(0, ...points.map((point) => total(point, keys)))
  let step = 1
  for (;;) {
    for (const factor of [2, 4, 6, 8, 10]) if (highest <= factor * step) return factor * step
    step *= 10
  }
}

export function total({ values }: ChartPoint, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + Math.max(0, values[key] ?? 0), 0)
}

/** The points with a label on the axis: the first, the last and evenly spaced ones between. */
export function labeledPoints(count: number, room: number): number[] {
  if (count <= room) return Array.from({ length: count }, (_, index) => index)
  const step = (count - 1) / (room - 1)
  return Array.from({ length: room }, (_, index) => Math.round(index * step))
}
