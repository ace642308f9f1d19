import { codeModules } from '../../labels/code-modules.ts'

/** A code for scanners; the ground around it is that of the pass. */
export function QrPicture({ code, label, className }: { code: string; label: string; className: string | undefined }) {
  const rows = codeModules(code)
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
