import { useAct } from '../../api/use-act.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useExportFailed, type ExportProps, type Sheet } from './export-panel.tsx'
import classes from './print.module.css'

/** More columns than these want the paper on its side. */
const UPRIGHT = 6
const PIECE_MAX_LENGTH = 26

/** Numbers, phones, days and times stand in one line: cut in two they are read wrong. */
const isOnePiece = (text: string) => text.length <= PIECE_MAX_LENGTH && /^\W*\w{0,4}\W*\d/.test(text)

type PrintSheetProps = { title: string; church: string; total: number; sheet: Sheet; onDone: () => void }

/** The list as it goes on paper: nothing of the page but this is printed. */
function PrintSheet({ title, church, total, sheet, onDone }: PrintSheetProps) {
  const t = useTexts()
  const format = useFormat()
  const [printedAt] = useState(() => new Date())
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const after = () => done()
    addEventListener('afterprint', after)
    print()
    return () => removeEventListener('afterprint', after)
  }, [])
  const { headings, rows } = sheet
  const counted = { shown: format.number(rows.length), total: format.number(total) }
  return createPortal(
    <article
      className={[classes['sheet'], headings.length > UPRIGHT && classes['wide']].filter(Boolean).join(' ')}
      aria-label={title}
    >
      <header>
        <h1>{title}</h1>
        <p>
          <span>{church}</span>
          <span>{format.dateTime(printedAt)}</span>
          <span>{t(rows.length < total ? 'ui.print.cut' : 'ui.print.count', counted)}</span>
        </p>
      </header>
      <table>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th key={index} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((text, index) => (
                <td key={index} className={isOnePiece(text) ? classes['piece'] : undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  )
}

/** Printing a list: its rows are fetched, laid out for paper and handed to the browser. */
export function usePrinting(title: string, exporting: ExportProps | undefined) {
  const failed = useExportFailed()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const { busy, run } = useAct()
  const start = () => exporting && run(() => exporting.sheet().then(setSheet, failed))
  return {
    isBusy: busy,
    start,
    sheet: exporting && sheet && (
      <PrintSheet
        title={title}
        church={exporting.church}
        total={exporting.total}
        sheet={sheet}
        onDone={() => setSheet(null)}
      />
    ),
  }
}

export type Printing = ReturnType<typeof usePrinting>
