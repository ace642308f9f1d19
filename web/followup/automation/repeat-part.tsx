import type { Definition } from '#contract/followup/automation-rules.ts'
import { useTexts } from '../../languages/index.ts'
import classes from './automation.module.css'
import { Part } from './inline.tsx'
import type { Editing } from './trigger-part.tsx'
import { repeatHints, repeatWords } from './words.ts'

const repeats = Object.keys(repeatWords) as Definition['repeat'][]

/** How often a rule acts for one person. */
export function RepeatPart({ value, disabled, onChange }: Omit<Editing<Definition['repeat']>, 'choices'>) {
  const t = useTexts()
  return (
    <Part title={t('followup.rule.run')}>
      <div className={classes['segments']}>
        {repeats.map((repeat) => (
          <label key={repeat} data-chosen={repeat === value}>
            <input
              type="radio"
              name="repeat"
              value={repeat}
              checked={repeat === value}
              disabled={disabled}
              onChange={() => onChange(repeat)}
            />
            {t(repeatWords[repeat])}
          </label>
        ))}
      </div>
      <p className="small muted">{t(repeatHints[value])}</p>
    </Part>
  )
}
