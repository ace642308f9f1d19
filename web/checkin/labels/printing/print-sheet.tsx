import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { labelSizes, type LabelSize, type LabelSizeName } from '../sizes.ts'
import type { Slip } from '../slips.ts'
import { LabelPicture } from './label-picture.tsx'
import classes from './printing.module.css'

type PrintSheetProps = { slips: readonly Slip[]; size: LabelSizeName; onDone: () => void }

/** Tells the browser how large the paper is, as long as the sheet stands. */
function usePaper({ paper }: LabelSize): void {
  useEffect(() => {
    const rules = new CSSStyleSheet()
    rules.replaceSync(`@page{size:${paper.width}mm ${paper.height}mm;margin:0}`)
    document.adoptedStyleSheets.push(rules)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules)
    }
  }, [paper])
}

/** Stickers as they go to this browser's printer, a page each: nothing of the screen but this is printed. */
export function PrintSheet({ slips, size, onDone }: PrintSheetProps) {
  usePaper(labelSizes[size])
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const after = () => done()
    addEventListener('afterprint', after)
    // Not in the same breath: the screen shows that all went well before the browser's own dialog covers it.
    const timer = setTimeout(print)
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', after)
    }
  }, [])
  return createPortal(
    <div className={classes['sheet']}>
      {slips.map((slip, index) => (
        <div key={index}>
          <LabelPicture slip={slip} size={labelSizes[size]} label={slip.name} />
        </div>
      ))}
    </div>,
    document.body,
  )
}
