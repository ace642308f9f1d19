import type { ChangeState, ConsoleChange } from '#contract/operator/changes.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import classes from './changes.module.css'

const states: Record<ChangeState, { tone: Tone; word: TextId }> = {
  waiting: { tone: 'warn', word: 'operator.changes.stateWaiting' },
  applied: { tone: 'ok', word: 'operator.changes.stateApplied' },
  refused: { tone: 'bad', word: 'operator.changes.stateRefused' },
  withdrawn: { tone: 'neutral', word: 'operator.changes.stateWithdrawn' },
  stale: { tone: 'neutral', word: 'operator.changes.stateStale' },
  expired: { tone: 'neutral', word: 'operator.changes.stateExpired' },
}

export function ChangeBadge({ change: { state, mayConfirm } }: { change: ConsoleChange }) {
  const t = useTexts()
  const { tone, word } = states[state]
  return <Badge tone={tone}>{t(mayConfirm ? 'operator.changes.stateForYou' : word)}</Badge>
}

type FromToProps = { name: string; before: string; after: string }

/** One field as it is and as it becomes. */
export function FromTo({ name, before, after }: FromToProps) {
  const t = useTexts()
  return (
    <span className={classes['change']}>
      <span className={classes['field']}>{name}</span>
      <span className="num">
        <span className="vh">{t('operator.changes.from')} </span>
        <span className={classes['before']}>{before}</span>
        <span aria-hidden="true"> → </span>
        <span className="vh"> {t('operator.changes.to')} </span>
        <span className={classes['after']}>{after}</span>
      </span>
    </span>
  )
}
