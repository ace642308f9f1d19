import { useState } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { IconDownload } from '../icons.ts'
import { toast } from '../toasts/index.ts'
import { CheckLine } from './tick-box.tsx'
import classes from './panels.module.css'

const fileFormats = ['xlsx', 'csv', 'txt'] as const
export type FileFormat = (typeof fileFormats)[number]

/** What of a list is printed: its headings, and each row as texts in their order. */
export type Sheet = { headings: readonly string[]; rows: readonly (readonly string[])[] }

/** Taking a list away; `useListExport` of web/lists gives all of this. */
export type ExportProps = {
  /** "86 people": how many rows the list finds. */
  what: string
  total: number
  /** The list has columns that are not shown now: "all columns" is offered. */
  hasMoreColumns: boolean
  /** Rejects with a failure that carries a code. */
  save: (format: FileFormat, allColumns: boolean) => Promise<void>
  /** The columns that are shown, of the rows that can be printed. */
  sheet: () => Promise<Sheet>
  /** Above the printed list. */
  church: string
}

const formats: Record<FileFormat, { name: TextId; ending: string }> = {
  xlsx: { name: 'ui.export.xlsx', ending: '.xlsx' },
  csv: { name: 'ui.export.csv', ending: '.csv' },
  txt: { name: 'ui.export.txt', ending: '.txt' },
}

const reasons: Record<string, TextId> = {
  busy: 'ui.export.busy',
  network: 'ui.export.network',
  timeout: 'ui.export.network',
  too_many_for_format: 'ui.export.tooMany',
}

/** Says why a list could not be taken away. */
export function useExportFailed() {
  const t = useTexts()
  return (failure: unknown) => {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
    toast.bad(t('ui.export.failed'), { text: t(reasons[code] ?? 'ui.export.later') })
  }
}

type PanelProps = { exporting: ExportProps; onBusy: (isBusy: boolean) => void; onDone: () => void }

/** Which file, and what will be in it. */
export function ExportPanel({ exporting, onBusy, onDone }: PanelProps) {
  const t = useTexts()
  const failed = useExportFailed()
  const [all, setAll] = useState(false)
  const save = (format: FileFormat) => {
    onDone()
    onBusy(true)
    void exporting
      .save(format, all)
      .catch(failed)
      .finally(() => onBusy(false))
  }
  return (
    <div className={classes['stack']}>
      <p className={classes['said']}>{t('ui.export.everything', { what: exporting.what })}</p>
      {exporting.hasMoreColumns && (
        <div className={classes['lines']}>
          <CheckLine label={t('ui.export.allColumns')} checked={all} onToggle={() => setAll(!all)} />
        </div>
      )}
      <ul className={classes['lines']}>
        {fileFormats.map((format) => (
          <li key={format} className={classes['line']}>
            <button type="button" className={classes['pick']} onClick={() => save(format)}>
              <IconDownload size={18} stroke={1.75} aria-hidden="true" />
              <span className={classes['word']}>{t(formats[format].name)}</span>
              <span className={classes['aside']}>{formats[format].ending}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
