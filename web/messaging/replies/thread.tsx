import { Fragment } from 'react'
import type { Conversation, Said } from '#contract/messaging/replies.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconCheck } from '../../ui/icons.ts'
import { stateWords } from '../report/state-words.ts'
import classes from './replies.module.css'

/** Whose words, when, and of what the church sent how it arrived. */
function Below({ said }: { said: Said }) {
  const t = useTexts()
  const format = useFormat()
  const time = format.time(said.at)
  if (said.from === 'reply') return <p className={classes['below']}>{time}</p>
  const words = {
    answer: () => t('messaging.replies.by', { name: said.by ?? said.sender, time }),
    message: () =>
      said.recipients > 1
        ? t('messaging.replies.toMany', { count: said.recipients, time })
        : t('messaging.replies.fromOne', { sender: said.sender, time }),
  }[said.from]()
  return (
    <p className={`${classes['below']} ${classes['ours']} num`}>
      {words}
      {said.state === 'delivered' && <IconCheck size={14} stroke={2.2} aria-hidden="true" />}
      {said.state && <span>{t(stateWords[said.state].word)}</span>}
    </p>
  )
}

/** What was said, day by day, the latest at the end. */
export function Thread({ conversation: { said } }: { conversation: Conversation }) {
  const format = useFormat()
  const dayOf = (one: Said | undefined) => one && calendarDay(new Date(one.at), format.timeZone)
  return said.map((one, place) => {
    const day = dayOf(one)
    const isNewDay = day !== undefined && day !== dayOf(said[place - 1])
    return (
      <Fragment key={`${one.from} ${one.id}`}>
        {isNewDay && <h3 className={classes['day']}>{format.longDay(day)}</h3>}
        <p className={`${classes['say']} ${one.from === 'reply' ? '' : classes['us']}`} dir="auto">
          {one.text}
        </p>
        <Below said={one} />
      </Fragment>
    )
  })
}
