import type { ImportFile } from '#contract/people/imports.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import classes from '../import.module.css'

type Working = 'checking' | 'applying' | 'undoing'

const titles: Record<Working, TextId> = {
  checking: 'people.import.checkingTitle',
  applying: 'people.import.applyingTitle',
  undoing: 'people.import.undoingTitle',
}
const texts: Record<Working, TextId> = {
  checking: 'people.import.checkingText',
  applying: 'people.import.applyingText',
  undoing: 'people.import.undoingText',
}

type WorkingStepProps = { file: ImportFile; state: Working; isCutOff: boolean }

/** How far the present step has come. It goes on whether or not somebody looks. */
export function WorkingStep({ file: { done, rows }, state, isCutOff }: WorkingStepProps) {
  const t = useTexts()
  const { number } = useFormat()
  const title = t(titles[state])
  return (
    <Card title={title}>
      <div className={classes['working']}>
        <progress aria-label={title} value={Math.min(done, rows)} max={rows} />
        <p className="num" role="status">
          {t('people.import.doneOf', { done: number(Math.min(done, rows)), rows: number(rows) })}
        </p>
        <p className="muted">{t(texts[state])}</p>
        {isCutOff && <Note tone="warn">{t('people.import.cutOff')}</Note>}
      </div>
    </Card>
  )
}
