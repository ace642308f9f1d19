import { useId } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import type { UploadedFile } from '../draft/draft.ts'
import classes from './contact-file.module.css'
import { reasonText } from './reasons.ts'

function Rejected({ file }: { file: UploadedFile }) {
  const t = useTexts()
  const { number } = useFormat()
  const title = useId()
  const { rejected, rejectedRows } = file
  const more = rejected - rejectedRows.length
  return (
    <>
      <h3 id={title} className={classes['rejectedTitle']}>
        {t('messaging.compose.rejectedTitle', { count: rejected })}
      </h3>
      {/* A region that scrolls must be reachable by keyboard. */}
      <div className={classes['rows']} role="region" aria-labelledby={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('messaging.compose.row')}</th>
              <th scope="col">{t('messaging.compose.value')}</th>
              <th scope="col">{t('messaging.compose.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rejectedRows.map(({ row, value, reason }, place) => (
              // A row with several numbers may be refused more than once.
              <tr key={`${row} ${place}`}>
                <td className="num">{number(row)}</td>
                <td>{value === '' ? '–' : <bdi>{value}</bdi>}</td>
                <td>{t(reasonText(reason))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="small muted">{t('messaging.compose.andMore', { count: more })}</p>}
    </>
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
      {file.rejected > 0 && <Rejected file={file} />}
    </section>
  )
}
