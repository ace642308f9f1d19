import { useQuery } from '@tanstack/react-query'
import type { Condition, Step } from '#contract/followup/automation-rules.ts'
import { explainPerson, readAutomation, type Because } from '#contract/followup/automation.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconAlertCircle, IconChevronDown, IconCircleCheck } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './explanation.module.css'
import { useReason } from './reason.ts'
import { useSentences } from './sentences.ts'
import { actWords, stateTones, stateWords } from './words.ts'

/** What was asked of them, and what was found. */
function useStepWords({ definition }: Because) {
  const t = useTexts()
  const format = useFormat()
  const { data } = useQuery(read(readAutomation, {}))
  const { when, asked } = useSentences(data?.choices)
  const found = (condition: Condition, { ok, found: value }: Step): string => {
    if (condition.fact === 'consent' && ok) return ''
    if (condition.fact === 'consent') return t(value === 'refused' ? 'followup.why.refused' : 'followup.why.noAddress')
    if (value === null) return t('followup.rule.notSpecified')
    if (condition.fact === 'kind')
      return t(value === 'new_convert' ? 'followup.person.newConvert' : 'followup.person.firstTimer')
    if (condition.fact === 'gender') return t(value === 'male' ? 'followup.rule.male' : 'followup.rule.female')
    return condition.fact === 'age' ? t('followup.why.born', { year: value }) : value
  }
  return (step: Step): [title: string, more: string] => {
    if (step.what === 'when') {
      const at = step.ok && step.found ? format.longDateTime(step.found) : t('followup.why.notHappened')
      return [when(definition.trigger), at]
    }
    if (step.what === 'active') return [t('followup.why.paused'), '']
    if (step.what === 'repeat') return [t('followup.why.already'), '']
    const condition = definition.conditions[step.index ?? 0]
    return condition ? [asked(condition), found(condition, step)] : ['', '']
  }
}

function Steps({ because }: { because: Because }) {
  const t = useTexts()
  const wordsOf = useStepWords(because)
  return (
    <ul className={classes['steps']}>
      {because.steps.map((step, index) => {
        const [title, more] = wordsOf(step)
        const Sign = step.ok ? IconCircleCheck : IconAlertCircle
        return (
          <li key={index} data-ok={step.ok}>
            <Sign
              size={20}
              stroke={1.75}
              aria-label={t(step.ok ? 'followup.why.holds' : 'followup.why.fails')}
              role="img"
            />
            <div>
              <div className={`${classes['asked']} ${step.ok ? '' : 'strong'}`}>{title}</div>
              {more && <div className="small muted num">{more}</div>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** In a few words: what came of it. */
function useOutcome() {
  const t = useTexts()
  const reasonOf = useReason()
  return ({ reason, metAt, steps, acts }: Because): string => {
    if (reason !== null) return reasonOf({ reason })
    if (metAt === null) return t(hasHappened(steps) ? 'followup.why.before' : 'followup.why.notYet')
    if (acts.some(({ state }) => state === 'waiting')) return t('followup.why.waiting')
    return t(acts.some(({ state }) => state === 'done') ? 'followup.why.acted' : 'followup.why.nothingDone')
  }
}

const hasHappened = (steps: Because['steps']): boolean => steps.some(({ what, ok }) => what === 'when' && ok)

/** What would be done is told where nothing but the rule itself, or the day, stands against it. */
const isToCome = ({ reason, metAt, steps }: Because): boolean =>
  metAt !== null || reason === 'off' || (reason === null && !hasHappened(steps))

function RuleAnswer({ because, isOpen }: { because: Because; isOpen: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const reasonOf = useReason()
  const outcome = useOutcome()
  const { rule, version, acts } = because
  const told = acts.filter(({ state }) => state !== 'would' || isToCome(because))
  return (
    <details className={classes['because']} open={isOpen}>
      <summary>
        <IconChevronDown size={16} aria-hidden="true" />
        <span>
          <span className="strong">{rule}</span>{' '}
          <span className="small muted num">{t('followup.why.version', { version })}</span>
        </span>
        <span className="small muted">{outcome(because)}</span>
      </summary>
      <Steps because={because} />
      {told.length > 0 && (
        <ul className={classes['acts']}>
          {told.map((act, index) => (
            <li key={index}>
              <div>
                <div>{t(actWords[act.kind])}</div>
                <div className="small muted num">
                  {[reasonOf(act), act.at && format.lately(act.at)].filter(Boolean).join(' · ')}
                </div>
              </div>
              <Badge tone={stateTones[act.state]}>{t(stateWords[act.state])}</Badge>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** What each rule did for somebody, and why not. */
export function Explanation({ personId, rule = null }: { personId: string; rule?: string | null }) {
  const t = useTexts()
  const { data, error, refetch } = useQuery(read(explainPerson, { params: { id: personId } }))
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={3} />
  if (data.rules.length === 0) return <Empty title={t('followup.why.noRules')} />
  return (
    <>
      {data.rules.map((because) => (
        <RuleAnswer key={because.ruleId} because={because} isOpen={because.ruleId === rule} />
      ))}
    </>
  )
}
