import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { topics, type Topic } from '#contract/messaging/topics.ts'
import { UNALIGNED_A_DAY } from '#contract/messaging/emails.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { DestinationField } from '../destination/destination.tsx'
import classes from './compose.module.css'
import type { Reach, Writing } from './use-writing.ts'

const KINDS = ['all', 'groups', 'persons'] as const

/** Languages that churches write in, each named in itself. */
const LANGUAGES = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  sw: 'Kiswahili',
  yo: 'Yorùbá',
  ha: 'Hausa',
  ig: 'Igbo',
  ar: 'العربية',
} as const

const SUBJECT_MOST = 200

const topicTexts: Record<Topic, TextId> = {
  news: 'messaging.topic.news',
  events: 'messaging.topic.events',
  prayer: 'messaging.topic.prayer',
}

/** What lists of emails show: subject and the line behind it. */
export function Head({ writing: { written, change, missing } }: { writing: Writing }) {
  const t = useTexts()
  return (
    <Card label={t('messaging.emailWrite.subject')}>
      <div className={classes['fields']}>
        <TextField
          label={t('messaging.emailWrite.subject')}
          aside={<span className="num">{written.subject.length}</span>}
          error={missing.subject && t(missing.subject)}
          value={written.subject}
          maxLength={SUBJECT_MOST}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => change('subject', { subject: target.value })}
        />
        <TextField
          label={t('messaging.emailWrite.preview')}
          aside={t('messaging.emailWrite.optional')}
          value={written.preview}
          maxLength={150}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => change('preview', { preview: target.value })}
        />
      </div>
    </Card>
  )
}

function Lines({ reach: { quote, isStale } }: { reach: Reach }) {
  const t = useTexts()
  const { number } = useFormat()
  if (!quote) return <p className="small muted">{t('messaging.emailWrite.reachEmpty')}</p>
  const line = (label: string, count: number, more?: ReactNode) =>
    count > 0 && (
      <div>
        <dt>
          {label}
          {more}
        </dt>
        <dd className="num">{number(count)}</dd>
      </div>
    )
  return (
    <dl className={[classes['lines'], isStale && classes['stale']].filter(Boolean).join(' ')}>
      {line(t('messaging.emailWrite.withoutAddress'), quote.withoutAddress)}
      {line(
        t('messaging.emailWrite.optedOut'),
        quote.optedOut,
        <>
          {' '}
          <Link to={paths.stoppedAddresses}>{t('messaging.emailWrite.seeWhy')}</Link>
        </>,
      )}
      {line(t('messaging.emailWrite.duplicates'), quote.duplicates)}
      <div className={classes['sum']}>
        <dt>{t('messaging.emailWrite.recipients')}</dt>
        <dd className="num">{number(quote.recipients)}</dd>
      </div>
      <div>
        <dt>{t('messaging.emailWrite.units')}</dt>
        <dd className="num">{quote.units === 0 ? t('messaging.emailList.free') : number(quote.units)}</dd>
      </div>
    </dl>
  )
}

/** Too many for a day without a domain of one's own: they may leave over several. */
function OverDays({ writing: { reach, overDays, spread } }: { writing: Writing }) {
  const t = useTexts()
  const { number } = useFormat()
  const { recipients = 0, leftToday = null } = reach.quote ?? {}
  if (leftToday === null || recipients <= leftToday) return null
  const now = number(leftToday)
  const days = Math.ceil((recipients - leftToday) / UNALIGNED_A_DAY)
  if (overDays)
    return <Note tone="info">{t('messaging.emailWrite.isSplit', { now, most: number(UNALIGNED_A_DAY) })}</Note>
  return (
    <Note tone="warn">
      <p className="strong">{t('messaging.emailWrite.dayTitle', { people: recipients, most: UNALIGNED_A_DAY })}</p>
      <p className="small">{t('messaging.emailWrite.dayText', { now, count: days })}</p>
      <Button size="sm" onClick={() => spread(true)}>
        {t('messaging.emailWrite.split', { count: days + 1 })}
      </Button>
    </Note>
  )
}

/** Whom it is for, what it is about, who would get it, and from whom. */
export function Whom({ writing }: { writing: Writing }) {
  const { written, change, missing, reach } = writing
  const t = useTexts()
  const { church } = useSession()
  const { quote } = reach
  return (
    <Card label={t('messaging.compose.to')}>
      <div className={classes['fields']}>
        <DestinationField
          ref={null}
          offered={KINDS}
          allHint={t('messaging.emailWrite.allHint')}
          draft={written.to}
          onChange={(part) => change('to', { to: { ...written.to, ...part } })}
          everybody={church.people}
          error={missing.destination && t(missing.destination)}
        />
        <Lines reach={reach} />
        {reach.failure && <Note tone="bad">{t('messaging.emailWrite.reachFailed')}</Note>}
        {quote?.recipients === 0 && <Note tone="warn">{t('messaging.emailWrite.nobody')}</Note>}
        {quote && quote.balanceAfter < 0 && <Note tone="warn">{t('messaging.emailWrite.noUnits')}</Note>}
        <OverDays writing={writing} />
        {quote && (
          <p className={`small muted ${classes['from']}`}>
            {t('messaging.emailWrite.from', { name: quote.from.name, address: quote.from.address })}
          </p>
        )}
        <SelectField
          label={t('messaging.topic.label')}
          hint={t('messaging.emailWrite.topicHint')}
          value={written.topic}
          onChange={({ target }) => {
            const topic = topics.find((one) => one === target.value)
            if (topic) change('topic', { topic })
          }}
        >
          {topics.map((one) => (
            <option key={one} value={one}>
              {t(topicTexts[one])}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('messaging.emailWrite.language')}
          value={written.language}
          onChange={({ target }) => change('language', { language: target.value })}
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('messaging.emailWrite.neutralName')}
          hint={t('messaging.emailWrite.neutralHint')}
          value={written.neutralName}
          maxLength={40}
          onChange={({ target }) => change('neutralName', { neutralName: target.value })}
        />
      </div>
    </Card>
  )
}
