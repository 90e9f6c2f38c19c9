import { encode } from 'uqr'

/** The quiet zone required by the QR code standard. */
const EDGE = 4

export function LinkCode({ uri, label }: { uri: string; label: string }) {
  const { data, size } = encode(uri, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="link-code"
      role="img"
      aria-label={label}
      viewBox={`${-EDGE} ${-EDGE} ${size + 2 * EDGE} ${size + 2 * EDGE}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
