import { drawIdenticon } from '@countersign/contract/appearance/identicon.ts'
import './address.css'

export function Identicon({ address, size }: { address: string; size: number }) {
  const picture = drawIdenticon(address)
  return (
    <svg className="identicon" viewBox="0 0 10 10" width={size} height={size} aria-hidden="true">
      <rect width="10" height="10" fill={picture.ground} />
      <path fill={picture.figure} d={picture.cells.map(({ x, y }) => `M${x + 1} ${y + 1}h1v1h-1z`).join('')} />
    </svg>
  )
}
