import { Link } from '@tanstack/react-router'
import type { ConversationRow } from '#contract/messaging/replies.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { presentTime } from '../../device/clock.ts'
import type { RepliesSearch } from './replies-search.ts'
import classes from './conversation-list.module.css'

/** Who a conversation is with: the name, the first of those who share the number, or the number. */
export function Who({ row: { people, phone } }: { row: Pick<ConversationRow, 'people' | 'phone'> }) {
  const t = useTexts()
  const [first, ...others] = people
  if (!first) return <Phone value={groupPhone(phone)} />
  const name = `${first.firstName} ${first.lastName}`.trim()
  return others.length > 0 ? t('messaging.replies.names', { name, count: others.length }) : name
}

/** Today the time, in this week the weekday and time, else the date. */
function useWhen(): (at: string) => string {
  const format = useFormat()
  const today = calendarDay(presentTime(), format.timeZone)
  return (at) => {
    const day = calendarDay(new Date(at), format.timeZone)
    return day === today ? format.time(at) : format.shortDay(day)
  }
}

type Mark = { tone: Tone; word: TextId }

/** What is not ordinary about a conversation: the one thing that matters most. */
function markOf({ people, maybeStop, stopped, isDone, isAnswered, assignedTo }: ConversationRow): Mark | null {
  if (maybeStop) return { tone: 'warn', word: 'messaging.replies.maybeBadge' }
  if (stopped) return { tone: 'neutral', word: 'messaging.replies.stopBadge' }
  if (isAnswered) return { tone: 'ok', word: 'messaging.replies.answeredBadge' }
  if (isDone) return { tone: 'neutral', word: 'messaging.replies.doneBadge' }
  if (people.length === 0) return { tone: 'unknown', word: 'messaging.replies.unknownBadge' }
  return assignedTo ? null : { tone: 'neutral', word: 'messaging.replies.unassignedBadge' }
}

/** That, and whose it is to answer. */
function Marks({ row }: { row: ConversationRow }) {
  const t = useTexts()
  const { person } = useSession()
  const { assignedTo } = row
  const isMine = assignedTo?.name === `${person.firstName} ${person.lastName}`.trim()
  const mark = markOf(row)
  return (
    <span className={classes['marks']}>
      {mark && <Badge tone={mark.tone}>{t(mark.word)}</Badge>}
      {assignedTo && <Badge tone={isMine ? 'accent' : 'neutral'}>{assignedTo.name}</Badge>}
    </span>
  )
}

type RowProps = { row: ConversationRow; search: RepliesSearch; isHere: boolean; when: string }

function Row({ row, search, isHere, when }: RowProps) {
  const t = useTexts()
  const { id, people, lastText, lastIsOurs, unread } = row
  const [first] = people
  return (
    <li>
      <Link
        to={paths.replies}
        search={{ ...search, c: id }}
        resetScroll={false}
        className={`${classes['row']} ${unread > 0 ? classes['new'] : ''}`}
        aria-current={isHere ? 'true' : undefined}
      >
        {unread > 0 && <span className={classes['dot']} aria-hidden="true" />}
        <Face firstName={first?.firstName ?? '?'} lastName={first?.lastName ?? ''} />
        <span className={classes['name']}>
          <Who row={row} />
          {unread > 0 && <span className="vh">, {t('messaging.replies.unread', { count: unread })}</span>}
        </span>
        <time dateTime={row.lastAt}>{when}</time>
        <span className={classes['text']} dir="auto">
          {lastIsOurs ? t('messaging.replies.you', { text: lastText }) : lastText}
        </span>
        <Marks row={row} />
      </Link>
    </li>
  )
}

type ListProps = { rows: readonly ConversationRow[]; search: RepliesSearch }

/** The conversations, the latest first. */
export function ConversationList({ rows, search }: ListProps) {
  const when = useWhen()
  return (
    <ul className={classes['list']}>
      {rows.map((row) => (
        <Row key={row.id} row={row} search={search} isHere={row.id === search.c} when={when(row.lastAt)} />
      ))}
    </ul>
  )
}
