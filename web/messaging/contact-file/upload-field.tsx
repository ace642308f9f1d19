import { useRef, type ChangeEvent, useState } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconAlertCircle, IconDownload, IconUpload, IconX } from '../../ui/icons.ts'
import classes from './contact-file.module.css'
import type { Uploading } from './use-upload.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { UploadedFile } from '../draft/draft.ts'
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
function UploadReport({ file }: { file: UploadedFile }) {
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

const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv,text/plain'
const TEMPLATE = '/contact-template.csv'

function Progress({ fileName, share, onCancel }: { fileName: string; share: number; onCancel: () => void }) {
  const t = useTexts()
  const { percent } = useFormat()
  // Everything has gone, the numbers are being read.
  const isReading = share >= 1
  return (
    <div className={classes['going']}>
      <div className="row between">
        <span className="grow clip">
          <bdi>{fileName}</bdi>
        </span>
        <span className="num muted">
          {isReading ? t('messaging.compose.fileReading') : percent(Math.floor(share * 100) / 100)}
        </span>
        <IconButton small label={t('messaging.compose.cancelUpload')} icon={IconX} onClick={onCancel} />
      </div>
      <progress
        aria-label={t('messaging.compose.uploading', { name: fileName })}
        {...(isReading ? {} : { value: share })}
        max={1}
      />
    </div>
  )
}

/** Contacts from a file: the template, the file, how far it has come and what was in it. */
export function UploadField({ uploading }: { uploading: Uploading }) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const { going, result, failure } = uploading
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file, mended, can be chosen again.
    event.target.value = ''
    if (file) void uploading.start(file)
  }
  return (
    <div className={classes['upload']}>
      <div className="row wrap">
        <Button icon={IconUpload} onClick={() => input.current?.click()}>
          {t(result ? 'messaging.compose.chooseOther' : 'messaging.compose.chooseFile')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={t('messaging.compose.chooseFile')}
          onChange={choose}
        />
        <a className={classes['template']} href={TEMPLATE} download>
          <IconDownload size={16} aria-hidden="true" />
          {t('messaging.compose.template')}
        </a>
      </div>
      <p className="small muted">{t('messaging.compose.fileHint')}</p>
      {going && <Progress {...going} onCancel={uploading.cancel} />}
      {failure && (
        <p className={classes['failure']}>
          <IconAlertCircle size={16} aria-hidden="true" />
          <span>{t(failure)}</span>
        </p>
      )}
      {result && <UploadReport file={result} />}
    </div>
  )
}
