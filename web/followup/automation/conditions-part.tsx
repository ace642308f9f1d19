import type { Condition } from '#contract/followup/automation-rules.ts'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import classes from './automation.module.css'
import { ConditionValue } from './condition-value.tsx'
import { InlineSelect, Part } from './inline.tsx'
import { newCondition } from './new-parts.ts'
import type { Editing } from './trigger-part.tsx'
import { factWords } from './words.ts'

const facts = Object.keys(factWords) as Condition['fact'][]
const MOST = 10

/** Whom a rule is for: all of these hold. */
export function ConditionsPart({ value, choices, disabled, onChange }: Editing<Condition[]>) {
  const t = useTexts()
  const possible = facts.filter((fact) => fact !== 'group' || choices.groups.length > 0)
  const change = (index: number, next: Condition) => onChange(value.map((one, at) => (at === index ? next : one)))
  return (
    <Part title={t('followup.rule.if')}>
      {value.length === 0 && <p className="muted">{t('followup.rule.everyone')}</p>}
      {value.map((condition, index) => (
        <div key={index} className={classes['line']}>
          <div className={classes['sentence']}>
            {index > 0 && <span>{t('followup.rule.and')}</span>}
            <InlineSelect
              label={t('followup.rule.condition')}
              value={condition.fact}
              choices={possible.map((fact) => ({ value: fact, name: t(factWords[fact]) }))}
              disabled={disabled}
              onChange={(fact) => change(index, newCondition(fact, choices))}
            />
            <ConditionValue
              value={condition}
              choices={choices}
              disabled={disabled}
              onChange={(next) => change(index, next)}
            />
          </div>
          {!disabled && (
            <IconButton
              small
              icon={IconTrash}
              label={t('followup.rule.removeCondition')}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!disabled && value.length < MOST && (
        <Button
          kind="quiet"
          size="sm"
          icon={IconPlus}
          onClick={() => onChange([...value, newCondition('source', choices)])}
        >
          {t('followup.rule.addCondition')}
        </Button>
      )}
    </Part>
  )
}
