import { Link } from '@tanstack/react-router'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuItem, MenuLink, type Columns } from '../../ui/data-table/index.ts'
import { IconCalendarOff, IconPencil, IconSend, IconTrash } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { KeptLink, keptNameOf, TwoLines } from '../lists/kept-cells.tsx'
import { useWhom } from '../lists/kept-messages.ts'
import rows from '../lists/row.module.css'
import { failedWords, timeUntil } from './going.ts'
import type { Going } from './queries.ts'
import classes from './scheduled.module.css'

type One = { going: Going }

/** From whom to how many as of now, or to whom while that is not known. */
function useSenderTo() {
  const t = useTexts()
  const whom = useWhom()
  return ({ row: { content, chosen }, quote }: Going) =>
    quote
      ? t('messaging.sent.senderTo', { sender: content.senderId, count: quote.recipients })
      : t('messaging.scheduled.senderTo', { sender: content.senderId, whom: whom(chosen) })
}

function Message({ going }: One) {
  const senderTo = useSenderTo()
  return (
    <>
      <KeptLink row={going.row} />
      <span data-roomy="" className={`num ${rows['below']}`}>
        {senderTo(going)}
      </span>
    </>
  )
}

/** "In 1 day, 13 hours"; of one that could not go nothing. */
function useUntil() {
  const t = useTexts()
  return ({ row: { goesAt, state }, now }: Going): string => {
    if (state !== 'scheduled' || !goesAt) return ''
    const until = timeUntil(goesAt, now)
    if (until.days > 0)
      return t(until.hours > 0 ? 'messaging.scheduled.inDaysAndHours' : 'messaging.scheduled.inDays', until)
    if (until.hours > 0) return t('messaging.scheduled.inHours', until)
    return until.minutes > 0 ? t('messaging.scheduled.inMinutes', until) : t('messaging.scheduled.anyMoment')
  }
}

/** When it goes, by the clocks of the church. */
function useGoesAt() {
  const { shortDateTime } = useFormat()
  return ({ row: { goesAt } }: Going) => (goesAt ? shortDateTime(goesAt) : '')
}

const Leaves = ({ going }: One) => <TwoLines below={useUntil()(going)}>{useGoesAt()(going)}</TwoLines>

function Units({ going: { quote } }: One) {
  const format = useFormat()
  return <span className="num">{quote && format.number(quote.units)}</span>
}

const BuyUnits = () => (
  <Link to={paths.units} className="small">
    {useTexts()('messaging.compose.buyUnits')}
  </Link>
)

/** Whether it goes, and if not, why and what helps. */
function State({ going: { row, short } }: One) {
  const t = useTexts()
  const canBuy = useCan('billing.read')
  const { state, reason } = row
  const isShort = short > 0 && (state !== 'failed' || reason === 'not_enough_units')
  const words = t('messaging.scheduled.unitsShort', { count: short })
  const why = state === 'failed' && (isShort ? words : reason && t(failedWords[reason]))
  return (
    <span className={classes['state']}>
      {state === 'failed' && <Badge tone="bad">{t('messaging.scheduled.notSent')}</Badge>}
      {state !== 'failed' && isShort && <Badge tone="warn">{words}</Badge>}
      {state !== 'failed' && !isShort && <Badge tone="info">{t('messaging.lists.scheduled')}</Badge>}
      {why && <span className="small muted">{why}</span>}
      {isShort && canBuy && <BuyUnits />}
    </span>
  )
}

export const columns: Columns<Going> = [
  { id: 'message', title: 'messaging.sent.message', cell: (going) => <Message going={going} />, isName: true },
  { id: 'goesAt', title: 'messaging.scheduled.leaves', cell: (going) => <Leaves going={going} />, width: '11.5rem' },
  {
    id: 'units',
    title: 'messaging.scheduled.unitsNow',
    cell: (going) => <Units going={going} />,
    width: '6rem',
    align: 'end',
    wideOnly: true,
  },
  { id: 'state', title: 'messaging.export.state', cell: (going) => <State going={going} />, width: '12rem' },
]

function ScheduledCard({ going }: One) {
  const t = useTexts()
  const [senderTo, goesAt, until] = [useSenderTo(), useGoesAt(), useUntil()]
  return (
    <div className={rows['card']}>
      <KeptLink row={going.row} />
      <div className={rows['facts']}>{senderTo(going)}</div>
      <div className={rows['facts']}>
        <span>{goesAt(going)}</span>
        <span>{until(going)}</span>
        {going.quote && <span>{t('messaging.sent.unitsUsed', { count: going.quote.units })}</span>}
      </div>
      <State going={going} />
    </div>
  )
}

export const card = (going: Going) => <ScheduledCard going={going} />
export const idOf = ({ row }: Going) => row.id
export const nameOf = ({ row }: Going) => keptNameOf(row)

type Acts = {
  going: Going
  onSend: (going: Going) => void
  onCancel: (id: string) => void
  onDelete: (id: string) => void
}

/** What can be done with it until it goes. */
function ScheduledActs({ going, onSend, onCancel, onDelete }: Acts) {
  const t = useTexts()
  const { id, state } = going.row
  return (
    <>
      <MenuLink to={paths.composeSms} search={{ draftId: id }} icon={IconPencil}>
        {t('messaging.lists.edit')}
      </MenuLink>
      <MenuItem icon={IconSend} onPick={() => onSend(going)}>
        {t('messaging.scheduled.sendNow')}
      </MenuItem>
      {state === 'scheduled' && (
        <MenuItem icon={IconCalendarOff} onPick={() => onCancel(id)}>
          {t('messaging.scheduled.cancel')}
        </MenuItem>
      )}
      <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(id)}>
        {t('messaging.sent.delete')}
      </MenuItem>
    </>
  )
}

/** Cancels one that waits; sends one that could not go. */
function ScheduledAct({ going, onSend, onCancel }: Omit<Acts, 'onDelete'>) {
  const t = useTexts()
  const isWaiting = going.row.state === 'scheduled'
  return (
    <Button kind="quiet" size="sm" onClick={() => (isWaiting ? onCancel(going.row.id) : onSend(going))}>
      {t(isWaiting ? 'messaging.sent.cancel' : 'messaging.scheduled.sendNow')}
    </Button>
  )
}

/** The menu of each row, and its button. */
export const scheduledActs = (acts: Omit<Acts, 'going'>) => (going: Going) => <ScheduledActs going={going} {...acts} />
export const scheduledAct = (acts: Omit<Acts, 'going' | 'onDelete'>) => (going: Going) => (
  <ScheduledAct going={going} {...acts} />
)
