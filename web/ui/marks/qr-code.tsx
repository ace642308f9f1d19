import { encode } from 'uqr'

/** Cells of quiet ground that scanners want around a code. */
const QUIET = 4

/** A text as a QR code: dark on white in every scheme, as scanners want it. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string | undefined }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('')
  const edge = size + 2 * QUIET
  return (
    <svg
      className={className}
      viewBox={`0 0 ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
