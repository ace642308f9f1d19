import type { RecipientRow } from '#contract/messaging/sent-sms.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { RowLink, type Columns } from '../../ui/data-table/index.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { useDayWords } from '../lists/when.ts'
import classes from './recipients.module.css'
import { reasonWords, stateWords } from './state-words.ts'

type One = { recipient: RecipientRow }

/** First and last word of a name, for the letters in the doorway. */
function facesOf(name: string) {
  const words = name.split(' ').filter(Boolean)
  return { firstName: words[0] ?? '?', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}

/** Half of the faces are grey, for the eye to tell rows apart; it says nothing about the person. */
const RecipientFace = ({ recipient: { name, position }, size = 's' }: One & { size?: 's' | 'm' }) => (
  <Face {...facesOf(name)} size={size} plain={position % 2 === 0} />
)

/** The name, which opens the person who has the number now. */
function Name({ recipient: { name, personId } }: One) {
  const t = useTexts()
  const canRead = useCan('people.read')
  const words = name || t('messaging.report.noName')
  const look = name ? classes['name'] : 'muted'
  if (!personId || !canRead) return <span className={look}>{words}</span>
  return (
    <RowLink to={paths.person} params={{ id: personId }} className={look}>
      {words}
    </RowLink>
  )
}

const Who = ({ recipient }: One) => (
  <span className={classes['who']}>
    <span data-roomy="">
      <RecipientFace recipient={recipient} />
    </span>
    <Name recipient={recipient} />
  </span>
)

/** The number, and the network that it seems to be on. */
const Reach = ({ recipient: { phone, network } }: One) => (
  <span className={classes['reach']}>
    <Phone value={groupPhone(phone)} />
    {network && (
      <span data-roomy="" className="small muted">
        {network}
      </span>
    )}
  </span>
)

/** Why it stands as it does, or when it leaves. */
function useWhy() {
  const t = useTexts()
  const format = useFormat()
  return ({ state, reason, leavesAt }: RecipientRow): string => {
    if (reason) return t(reasonWords[reason])
    if (leavesAt) return t('messaging.sent.leaves', { when: format.shortDateTime(leavesAt) })
    return state === 'sent' ? t('messaging.report.noReportYet') : ''
  }
}

/** The state as a badge, and why in words; what the network itself called it stands behind in small, where that is another word. */
function Arrival({ recipient }: One) {
  const t = useTexts()
  const { state, reason, code, units, returned } = recipient
  const { word, tone } = stateWords[state]
  const why = useWhy()(recipient)
  return (
    <span className={classes['arrival']}>
      <Badge tone={tone}>{t(word)}</Badge>
      {(why || returned) && (
        <span data-roomy="" className={classes['why']}>
          {why && <span>{why}</span>}
          {code && code !== reason && (
            <span className={classes['code']} title={t('messaging.report.code', { code })}>
              {code}
            </span>
          )}
          {returned && <span>{t('messaging.sent.unitsBack', { count: units })}</span>}
        </span>
      )}
    </span>
  )
}

const Pages = ({ recipient }: One) => <span className="num">{useFormat().number(recipient.segments)}</span>
const Units = ({ recipient }: One) => <span className="num">{useFormat().number(recipient.units)}</span>

/** When the state last changed; of one that waits, when it leaves. */
function Changed({ recipient: { at, state, leavesAt } }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  if (state === 'queued' && !leavesAt) return null
  const when = leavesAt ?? at
  const on = leavesAt ? format.shortDay(calendarDay(new Date(leavesAt), format.timeZone)) : day(at)
  return <span className="num">{t('messaging.sent.dayAndTime', { day: on, time: format.time(when) })}</span>
}

export const columns: Columns<RecipientRow> = [
  { id: 'name', title: 'messaging.report.name', cell: (recipient) => <Who recipient={recipient} />, isName: true },
  {
    id: 'phone',
    title: 'messaging.report.phone',
    cell: (recipient) => <Reach recipient={recipient} />,
    width: '11.5rem',
  },
  {
    id: 'state',
    title: 'messaging.report.state',
    cell: (recipient) => <Arrival recipient={recipient} />,
    width: '18rem',
  },
  {
    id: 'segments',
    title: 'messaging.report.pages',
    cell: (recipient) => <Pages recipient={recipient} />,
    width: '5rem',
    align: 'end',
    wideOnly: true,
  },
  {
    id: 'units',
    title: 'messaging.sent.units',
    cell: (recipient) => <Units recipient={recipient} />,
    width: '5rem',
    align: 'end',
    wideOnly: true,
  },
  {
    id: 'at',
    title: 'messaging.report.time',
    cell: (recipient) => <Changed recipient={recipient} />,
    width: '11rem',
    align: 'end',
    wideOnly: true,
  },
]

/** A recipient on a phone. */
export function RecipientCard({ recipient }: One) {
  const t = useTexts()
  return (
    <div className={classes['card']}>
      <RecipientFace recipient={recipient} size="m" />
      <div className="grow">
        <Name recipient={recipient} />
        <div className={classes['sub']}>
          <Reach recipient={recipient} />
        </div>
        <Arrival recipient={recipient} />
        <div className={classes['facts']}>
          <span>{t('messaging.sent.unitsUsed', { count: recipient.units })}</span>
          <Changed recipient={recipient} />
        </div>
      </div>
    </div>
  )
}
