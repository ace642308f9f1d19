import { useRef, type ChangeEvent } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconAlertCircle, IconDownload, IconUpload, IconX } from '../../ui/icons.ts'
import classes from './contact-file.module.css'
import { UploadReport } from './upload-report.tsx'
import type { Uploading } from './use-upload.ts'

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
