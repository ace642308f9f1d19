import type { ImportFile } from '#contract/people/imports.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import classes from '../import.module.css'
import { outcomes, outcomeWords } from '../words.ts'

/** How many rows meet with what. */
export function Figures({ file: { figures, appliedAt } }: { file: ImportFile }) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <Card label={t('people.import.figures')} padded={false}>
      <dl className={classes['figures']}>
        {outcomes.map((outcome) => (
          <div key={outcome}>
            <dt>{t(appliedAt ? outcomeWords[outcome].done : outcomeWords[outcome].word)}</dt>
            <dd className="num">{number(figures[outcome])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
