import { Link } from '@tanstack/react-router'
import type { DayCard } from '#contract/followup/day.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Face } from '../../ui/marks/face.tsx'
import { nameOf, outcomeWords, waitingWords } from '../words.ts'
import classes from './hub.module.css'
import { Reach } from './reach.tsx'

function Why({ card }: { card: DayCard }) {
  const t = useTexts()
  const format = useFormat()
  const { task, waitingHours, untouchedHours, last } = card
  const reason = task
    ? t('followup.day.task', { task: task.instructions, at: format.shortDateTime(task.dueAt) })
    : waitingHours !== null
      ? t(...waitingWords(waitingHours))
      : t('followup.day.untouched', { hours: untouchedHours })
  return (
    <>
      <span className={classes['why']}>{reason}</span>
      {last && (
        <span className="small muted">
          {t('followup.day.last', {
            name: last.byName ?? '',
            at: format.lately(last.at),
            outcome: last.outcome ? t(outcomeWords[last.outcome]) : '',
          })}
        </span>
      )}
    </>
  )
}

/** Somebody to care for: why, and the ways to reach them. */
export function DayRow({ card }: { card: DayCard }) {
  const { personId, firstName, lastName, pictureUrl, memberType } = card
  return (
    <li>
      <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} />
      <div>
        <Link to={paths.firstTimer} params={{ personId }} search={{ memberType }} className={classes['name']}>
          {nameOf(card)}
        </Link>
        <Why card={card} />
      </div>
      <Reach reached={card} />
    </li>
  )
}
