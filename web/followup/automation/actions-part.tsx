import type { Action, ActKind } from '#contract/followup/automation-rules.ts'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { ActionFields } from './action-fields.tsx'
import classes from './automation.module.css'
import { InlineSelect, Part } from './inline.tsx'
import { delaysWith, newAction } from './new-parts.ts'
import type { Editing } from './trigger-part.tsx'
import { doWords } from './sentences.ts'
import { actWords } from './words.ts'

const kinds = Object.keys(actWords) as ActKind[]
const MOST = 10

function Delay({ value, disabled, onChange }: Omit<Editing<number>, 'choices'>) {
  const t = useTexts()
  const HOUR = 60
  const DAY = 1440
  const wordOf = (minutes: number): string => {
    if (minutes === 0) return t('followup.rule.atOnce')
    if (minutes % DAY === 0) return t('followup.rule.afterDays', { count: minutes / DAY })
    return minutes % HOUR === 0
      ? t('followup.rule.afterHours', { count: minutes / HOUR })
      : t('followup.rule.afterMinutes', { count: minutes })
  }
  return (
    <InlineSelect
      label={t('followup.rule.delay')}
      value={`${value}`}
      choices={delaysWith(value).map((minutes) => ({ value: `${minutes}`, name: wordOf(minutes) }))}
      disabled={disabled}
      onChange={(minutes) => onChange(Number(minutes))}
    />
  )
}

/** What a rule does, each at its time. */
export function ActionsPart({ value, choices, disabled, onChange }: Editing<Action[]>) {
  const t = useTexts()
  const possible = kinds.filter(
    (kind) => (kind !== 'sms' || choices.senders.length > 0) && (kind !== 'owner' || choices.team.length > 0),
  )
  const change = (index: number, next: Action) => onChange(value.map((one, at) => (at === index ? next : one)))
  return (
    <Part title={t('followup.rule.then')}>
      {value.map((action, index) => (
        <div key={index} className={classes['action']} role="group" aria-label={t(actWords[action.act])}>
          <div className={classes['line']}>
            <div className={classes['sentence']}>
              <InlineSelect
                label={t('followup.rule.action')}
                value={action.act}
                choices={kinds
                  .filter((kind) => possible.includes(kind) || kind === action.act)
                  .map((kind) => ({ value: kind, name: t(doWords[kind]) }))}
                disabled={disabled}
                onChange={(kind) => change(index, { ...newAction(kind, choices), after: action.after })}
              />
              <Delay
                value={action.after}
                disabled={disabled}
                onChange={(after) => change(index, { ...action, after })}
              />
            </div>
            {!disabled && value.length > 1 && (
              <IconButton
                small
                icon={IconTrash}
                label={t('followup.rule.removeAction')}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              />
            )}
          </div>
          <ActionFields value={action} choices={choices} disabled={disabled} onChange={(next) => change(index, next)} />
        </div>
      ))}
      {!disabled && value.length < MOST && (
        <Button kind="quiet" size="sm" icon={IconPlus} onClick={() => onChange([...value, newAction('task', choices)])}>
          {t('followup.rule.addAction')}
        </Button>
      )}
    </Part>
  )
}
