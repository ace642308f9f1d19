import type { Trigger } from '#contract/followup/automation-rules.ts'
import { useTexts } from '../../languages/index.ts'
import classes from './automation.module.css'
import { InlineNumber, InlineSelect, Part } from './inline.tsx'
import { newTrigger, type Choices } from './new-parts.ts'
import { triggerWords } from './words.ts'

const kinds = Object.keys(triggerWords) as Trigger['kind'][]

export type Editing<Value> = { value: Value; choices: Choices; disabled: boolean; onChange: (value: Value) => void }

/** What a rule waits for. */
export function TriggerPart({ value, choices, disabled, onChange }: Editing<Trigger>) {
  const t = useTexts()
  return (
    <Part title={t('followup.rule.when')}>
      <div className={classes['sentence']}>
        <InlineSelect
          label={t('followup.rule.when')}
          value={value.kind}
          choices={kinds.map((kind) => ({ value: kind, name: t(triggerWords[kind]) }))}
          disabled={disabled}
          onChange={(kind) => onChange(newTrigger(kind, choices))}
        />
        {value.kind === 'no_visit' && (
          <>
            <InlineNumber
              label={t('followup.rule.weeks')}
              value={value.weeks}
              min={1}
              max={52}
              disabled={disabled}
              onChange={(weeks) => onChange({ ...value, weeks: weeks ?? 1 })}
            />
            <span>{t('followup.rule.weeks')}</span>
          </>
        )}
        {value.kind === 'stage' && (
          <InlineSelect
            label={t('followup.rule.stage')}
            value={`${value.stageId}`}
            choices={choices.stages
              .filter((stage) => !stage.isRetired || stage.id === value.stageId)
              .map(({ id, name }) => ({ value: `${id}`, name }))}
            disabled={disabled}
            onChange={(id) => onChange({ ...value, stageId: Number(id) })}
          />
        )}
      </div>
    </Part>
  )
}
