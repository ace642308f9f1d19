import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readMyDay, type DayCard, type DayReason, type MyDay } from '#contract/followup/day.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { reasonWords } from '../words.ts'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../languages/format.tsx'
import { DayRow } from './day-row.tsx'
import { FirstContact } from './first-contact.tsx'
import { HubHead } from './hub-head.tsx'
import classes from './hub.module.css'
import { useKeptOutcomes } from './use-outcome.ts'

const reasons: readonly DayReason[] = ['overdue', 'due', 'returned', 'untouched']
const whoseWords = { mine: 'followup.day.mine', pool: 'followup.day.pool', all: 'followup.day.all' } as const
type Whose = keyof typeof whoseWords
const whoses = Object.keys(whoseWords) as Whose[]

function Group({ reason, cards }: { reason: DayReason; cards: readonly DayCard[] }) {
  const t = useTexts()
  if (cards.length === 0) return null
  return (
    <>
      <h3 className={classes['reason']} data-reason={reason}>
        {t(reasonWords[reason], { count: cards.length })}
      </h3>
      <ul className={classes['list']}>
        {cards.map((card) => (
          <DayRow key={card.personId} card={card} />
        ))}
      </ul>
    </>
  )
}

function WhoseSelect({ whose, setWhose }: { whose: Whose; setWhose: (whose: Whose) => void }) {
  const t = useTexts()
  return (
    <SelectField
      label={t('followup.day.whose')}
      value={whose}
      onChange={({ currentTarget }) => setWhose(whoses.find((one) => one === currentTarget.value) ?? 'mine')}
    >
      {whoses.map((one) => (
        <option key={one} value={one}>
          {t(whoseWords[one])}
        </option>
      ))}
    </SelectField>
  )
}

/** What was said on the welcome form waits for somebody to decide. */
function WelcomeNote({ count }: { count: number }) {
  const t = useTexts()
  return (
    <Note
      tone="info"
      action={
        <ButtonLink to={paths.welcomeForm} size="sm">
          {t('followup.day.welcomeOpen')}
        </ButtonLink>
      }
    >
      {t('followup.day.welcome', { count })}
    </Note>
  )
}

/** Nobody waits: what comes next, and everybody. */
function Nobody({ next }: Pick<MyDay, 'next'>) {
  const t = useTexts()
  const format = useFormat()
  return (
    <Empty title={t('followup.day.empty')} action={<Link to={paths.followupPeople}>{t('followup.day.seeAll')}</Link>}>
      {next && t('followup.day.next', { name: next.name, at: format.shortDateTime(next.dueAt) })}
    </Empty>
  )
}

/** Whom to care for today: what is late first, each with the reason and the ways to reach them. */
export function MyDayPage() {
  const t = useTexts()
  const [whose, setWhose] = useState<Whose>('mine')
  useKeptOutcomes()
  const { data, error, refetch } = useQuery(read(readMyDay, { query: { whose } }))
  return (
    <>
      <HubHead />
      {error && <Failed failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={5} />}
      {data && (
        <div className={classes['stack']}>
          {data.welcomeWaiting > 0 && <WelcomeNote count={data.welcomeWaiting} />}
          <FirstContact firstContact={data.firstContact} />
          <Card
            title={t('followup.day.people', { count: data.cards.length })}
            aside={<WhoseSelect {...{ whose, setWhose }} />}
            padded={false}
          >
            {reasons.map((reason) => (
              <Group key={reason} reason={reason} cards={data.cards.filter((card) => card.reason === reason)} />
            ))}
            {data.cards.length === 0 && <Nobody next={data.next} />}
            <p className={classes['foot']}>{t('followup.day.done', { snoozed: data.snoozed, done: data.doneToday })}</p>
          </Card>
        </div>
      )}
    </>
  )
}
