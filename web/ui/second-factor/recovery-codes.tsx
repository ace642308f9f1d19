import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { IconDownload } from '../icons.ts'
import { Note } from '../surfaces/note.tsx'
import classes from './second-factor.module.css'

/** One-time codes for a lost phone, shown once: to keep as a file or on paper. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts()
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'narthex-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <div className="stack">
      <Note tone="warn">{t('ui.factor.codesText')}</Note>
      <ol className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ol>
      <Button icon={IconDownload} onClick={save}>
        {t('ui.factor.saveCodes')}
      </Button>
      <Button kind="primary" onClick={onDone}>
        {t('ui.factor.keptCodes')}
      </Button>
    </div>
  )
}
