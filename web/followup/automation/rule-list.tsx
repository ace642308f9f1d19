import type { Rule } from '#contract/followup/automation.ts'
import { useTexts } from '../../languages/index.ts'
import { useFormat } from '../../languages/format.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import classes from './rule-list.module.css'
import { kindWords } from './sentences.ts'
import { faultWords, kindsOf } from './words.ts'

type RuleListProps = {
  rules: readonly Rule[]
  chosen: string | null
  mayChange: boolean
  busy: boolean
  onChoose: (id: string) => void
  onSwitch: (rule: Rule, isOn: boolean) => void
}

function Line({ rule }: { rule: Rule }) {
  const t = useTexts()
  const format = useFormat()
  const [fault] = rule.faults
  if (fault)
    return (
      <span className={classes['bad']}>
        <IconAlertCircle size={14} aria-hidden="true" /> {t(faultWords[fault.what], { name: fault.name })}
      </span>
    )
  if (rule.loop) return <span className={classes['bad']}>{t('followup.rule.looped')}</span>
  const kinds = format.list(kindsOf(rule).map((kind) => t(kindWords[kind])))
  return (
    <span className={`muted ${classes['line']}`}>
      {rule.isOn
        ? t('followup.rule.lineOn', { kinds, count: rule.actsThisWeek })
        : t('followup.rule.lineOff', { kinds })}
    </span>
  )
}

/** The rules of a church: what each does, whether it is on, and what is wrong with it. */
export function RuleList({ rules, chosen, mayChange, busy, onChoose, onSwitch }: RuleListProps) {
  const t = useTexts()
  return (
    <ul className={classes['rules']}>
      {rules.map((rule) => (
        <li key={rule.id} data-chosen={rule.id === chosen}>
          <button
            type="button"
            className={classes['rule']}
            aria-current={rule.id === chosen}
            onClick={() => onChoose(rule.id)}
          >
            <span className="strong">{rule.name}</span>
            <span className="small num">
              <Line rule={rule} />
            </span>
          </button>
          <input
            type="checkbox"
            role="switch"
            className={classes['toggle']}
            aria-label={t('followup.rule.isOnOf', { name: rule.name })}
            aria-checked={rule.isOn}
            checked={rule.isOn}
            disabled={!mayChange || busy}
            onChange={() => onSwitch(rule, !rule.isOn)}
          />
        </li>
      ))}
    </ul>
  )
}
