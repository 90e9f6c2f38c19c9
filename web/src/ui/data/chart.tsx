import { Disclosure } from '../controls/disclosure.tsx'
import { type ChartPoint, labeledPoints, roundTop, stackBar, total } from './chart-scale.ts'
import './chart.css'

type ChartSeries = { key: string; label: string; tone: 'ink' | 'bad' }

type ChartProps = {
  /** From the bottom of each bar up. */
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** The accessible name. */
  summary: string
  words: { asTable: string; point: string; total: string }
}

const number = new Intl.NumberFormat()
const AXIS_LABELS = 4

/** Stacked bars over time, also available as a table. */
export function Chart({ series, points, summary, words }: ChartProps) {
  const keys = series.map(({ key }) => key)
  const top = roundTop(points, keys)
  return (
    <figure className="chart stack stack-medium">
      <Legend series={series} />
      <div className="chart-plot">
        <div className="chart-scale small soft" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{number.format(value)}</span>
          ))}
        </div>
        <Bars series={series} points={points} summary={summary} top={top} />
        <div className="chart-names small soft" aria-hidden="true">
          {labeledPoints(points.length, AXIS_LABELS).map((index) => (
            <span key={index}>{points[index]?.label}</span>
          ))}
        </div>
      </div>
      <Disclosure label={words.asTable}>
        <ValueTable series={series} points={points} caption={summary} words={words} />
      </Disclosure>
    </figure>
  )
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <ul className="chart-legend small">
      {series.map(({ key, label, tone }) => (
        <li key={key}>
          <span className={`chart-swatch ${tone}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Drawn in a unit square per bar and stretched. */
function Bars({ series, points, summary, top }: Pick<ChartProps, 'series' | 'points' | 'summary'> & { top: number }) {
  const keys = series.map(({ key }) => key)
  const tones = new Map(series.map(({ key, tone }) => [key, tone]))
  return (
    <svg
      className="chart-bars"
      viewBox={`0 0 ${Math.max(points.length, 1)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
    >
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points never move
        <g key={index}>
          <title>{describePoint(point, series)}</title>
          <rect className="chart-day" x={index} y={0} width={1} height={1} />
          {stackBar(point, keys, top).map(({ key, from, size }) => (
            <rect
              key={key}
              className={tones.get(key)}
              x={index + 0.14}
              y={1 - from - size}
              width={0.72}
              height={size}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}

function describePoint({ label, values }: ChartPoint, series: readonly ChartSeries[]): string {
  return [label, ...series.map(({ key, label: name }) => `${name}: ${number.format(values[key] ?? 0)}`)].join('\n')
}

function ValueTable({ series, points, caption, words }: Omit<ChartProps, 'summary'> & { caption: string }) {
  const keys = series.map(({ key }) => key)
  return (
    <table className="chart-table small">
      <caption className="hidden-visually">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.point}</th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">{words.total}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points never move
          <tr key={index}>
            <th scope="row">{point.label}</th>
            {keys.map((key) => (
              <td key={key}>{number.format(point.values[key] ?? 0)}</td>
            ))}
            <td>{number.format(total(point, keys))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
