import { codeModules } from '../code-modules.ts'
import { measureText } from '../draw-label.ts'
import { layoutLabel, type Mark } from '../layout-label.ts'
import type { LabelSize } from '../sizes.ts'
import type { Slip } from '../slips.ts'
import classes from './printing.module.css'

/** A sticker as lines and letters, not as dots: every printer makes it as sharp as it can. */
export function LabelPicture({ slip, size, label }: { slip: Slip; size: LabelSize; label: string }) {
  const { width, height } = size.dots
  return (
    <svg className={classes['picture']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <rect className={classes['paper']} width={width} height={height} />
      {layoutLabel(slip, size, measureText).map((mark, index) => (
        <Shape key={index} mark={mark} />
      ))}
    </svg>
  )
}

function Shape({ mark }: { mark: Mark }) {
  const ink = classes['white' in mark && mark.white ? 'paper' : 'ink']
  if (mark.kind === 'box') return <rect className={ink} x={mark.x} y={mark.y} width={mark.width} height={mark.height} />
  if (mark.kind === 'disc') return <circle className={ink} cx={mark.x} cy={mark.y} r={mark.radius} />
  if (mark.kind === 'code') return <path className={ink} shapeRendering="crispEdges" d={codePath(mark)} />
  return (
    <text className={ink} x={mark.x} y={mark.y} fontSize={mark.size} fontWeight={mark.weight}>
      {mark.text}
    </text>
  )
}

const codePath = ({ x, y, module, text }: Extract<Mark, { kind: 'code' }>): string =>
  codeModules(text)
    .flatMap((row, down) =>
      row.map((isDark, across) =>
        isDark ? `M${x + across * module} ${y + down * module}h${module}v${module}h${-module}z` : '',
      ),
    )
    .join('')
