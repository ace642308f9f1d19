import { useState } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { UploadedFile } from '../draft/draft.ts'
import classes from './contact-file.module.css'
import { reasonText } from './reasons.ts'

const SHOWN_AT_ONCE = 5

function RejectedTable({ rows }: { rows: UploadedFile['rejectedRows'] }) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <table className={classes['rows']}>
      <thead>
        <tr>
          <th scope="col">{t('messaging.compose.row')}</th>
          <th scope="col">{t('messaging.compose.value')}</th>
          <th scope="col">{t('messaging.compose.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, value, reason }, place) => (
          // A row with several numbers may be refused more than once.
          <tr key={`${row} ${place}`}>
            <td className="num">{number(row)}</td>
            <td>{value === '' ? '–' : <bdi>{value}</bdi>}</td>
            <td>{t(reasonText(reason))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first rows that could not be used, and all of them in a dialog. */
function Rejected({ rejected, rejectedRows }: Pick<UploadedFile, 'rejected' | 'rejectedRows'>) {
  const t = useTexts()
  const [showsAll, setShowsAll] = useState(false)
  const title = t('messaging.compose.rejectedTitle', { count: rejected })
  const isLong = rejectedRows.length > SHOWN_AT_ONCE
  const more = rejected - rejectedRows.length
  const rest = more > 0 && <p className="muted">{t('messaging.compose.andMore', { count: more })}</p>
  return (
    <div className={classes['rejected']}>
      <p className="strong">{title}</p>
      <RejectedTable rows={rejectedRows.slice(0, SHOWN_AT_ONCE)} />
      {isLong ? (
        <Button kind="quiet" size="sm" onClick={() => setShowsAll(true)}>
          {t('messaging.compose.seeAll')}
        </Button>
      ) : (
        rest
      )}
      <Dialog open={showsAll} onClose={() => setShowsAll(false)} title={title}>
        <RejectedTable rows={rejectedRows} />
        {rest}
      </Dialog>
    </div>
  )
}

/** What was found in a contact file, and which rows could not be used. */
export function UploadReport({ file }: { file: UploadedFile }) {
  const t = useTexts()
  const { number } = useFormat()
  const figures = [
    [t('messaging.compose.rowsRead'), file.rows],
    [t('messaging.compose.contactsFound'), file.contacts],
    [t('messaging.compose.duplicates'), file.duplicates],
    [t('messaging.compose.rejected'), file.rejected],
  ] as const
  return (
    <section className={classes['report']} aria-label={t('messaging.compose.reportLabel', { name: file.fileName })}>
      <p className={`strong ${classes['name']}`}>
        <bdi>{file.fileName}</bdi>
      </p>
      <dl className={classes['figures']}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{number(value)}</dd>
          </div>
        ))}
      </dl>
      {file.rejected > 0 && <Rejected {...file} />}
    </section>
  )
}
