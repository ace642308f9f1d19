import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { columnsOf, DataTable, type DataTableProps } from '../../ui/data-table/index.ts'
import { Delivery } from './delivery-view.tsx'
import classes from './sent.module.css'
import { useDayWords } from './when.ts'

type One = { campaign: CampaignRow }

const Heading = ({ id }: { id: TextId }) => useTexts()(id)

const MessageLink = ({ campaign }: One) => (
  <Link to={paths.sentSmsReport} params={{ id: campaign.id }} className={classes['message']}>
    {campaign.message}
  </Link>
)

function Message({ campaign }: One) {
  const t = useTexts()
  return (
    <>
      <MessageLink campaign={campaign} />
      <span className={`num ${classes['below']}`}>
        {t('messaging.sent.senderTo', { sender: campaign.senderId, count: campaign.recipients })}
      </span>
    </>
  )
}

function When({ campaign: { sentAt, sentBy } }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  return (
    <>
      <span className={`num ${classes['above']}`}>
        {t('messaging.sent.dayAndTime', { day: day(sentAt), time: format.time(sentAt) })}
      </span>
      <span className={classes['below']}>{t('messaging.sent.by', { name: sentBy })}</span>
    </>
  )
}

function Units({ campaign: { units, unitsReturned } }: One) {
  const t = useTexts()
  const format = useFormat()
  return (
    <span className="num">
      {format.number(units)}
      {unitsReturned > 0 && (
        <span className={classes['below']}>{t('messaging.sent.unitsBack', { count: unitsReturned })}</span>
      )}
    </span>
  )
}

const column = columnsOf<CampaignRow>()

const columns = column.columns([
  column.accessor('message', {
    header: () => <Heading id="messaging.sent.message" />,
    cell: ({ row }) => <Message campaign={row.original} />,
    meta: { isName: true },
  }),
  column.accessor('sentAt', {
    header: () => <Heading id="messaging.sent.when" />,
    cell: ({ row }) => <When campaign={row.original} />,
    meta: { width: '9.75rem' },
  }),
  column.accessor('units', {
    header: () => <Heading id="messaging.sent.units" />,
    cell: ({ row }) => <Units campaign={row.original} />,
    meta: { width: '11.5rem', align: 'end', wideOnly: true },
  }),
  column.accessor((campaign) => campaign.counts.delivered, {
    id: 'delivery',
    header: () => <Heading id="messaging.sent.delivery" />,
    cell: ({ row }) => <Delivery campaign={row.original} />,
    meta: { width: '16rem' },
  }),
])

function SentCard({ campaign }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  const { senderId, sentAt, units, unitsReturned, recipients } = campaign
  return (
    <div className={classes['card']}>
      <MessageLink campaign={campaign} />
      <div className={classes['facts']}>{t('messaging.sent.senderTo', { sender: senderId, count: recipients })}</div>
      <div className={classes['facts']}>
        <span>{t('messaging.sent.dayAndTime', { day: day(sentAt), time: format.time(sentAt) })}</span>
        <span>{t('messaging.sent.unitsUsed', { count: units })}</span>
        {unitsReturned > 0 && <span>{t('messaging.sent.unitsBack', { count: unitsReturned })}</span>}
      </div>
      <Delivery campaign={campaign} />
    </div>
  )
}

/** A press anywhere on a row opens it, as its link does; marking text with the mouse opens nothing. */
function openRow({ target }: MouseEvent<HTMLElement>) {
  if (!(target instanceof Element) || target.closest('a, button, label, input')) return
  if (getSelection()?.isCollapsed === false) return
  target.closest('tr, li')?.querySelector('a')?.click()
}

const idOf = ({ id }: CampaignRow) => id
const card = (campaign: CampaignRow) => <SentCard campaign={campaign} />

/** Long enough to know a message by. */
const NAME_LENGTH = 60
const nameOf = ({ message }: CampaignRow) =>
  message.length > NAME_LENGTH ? `${message.slice(0, NAME_LENGTH)}…` : message

type SentTableProps = Omit<DataTableProps<CampaignRow>, 'caption' | 'columns' | 'card' | 'idOf' | 'nameOf'>

/** Sent SMS as rows, or as cards on a phone; each opens its report. */
export function SentTable(props: SentTableProps) {
  const t = useTexts()
  return (
    <div role="presentation" className={classes['rows']} onClick={openRow}>
      <DataTable
        {...props}
        stickyHeader
        caption={t('messaging.sent.title')}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
      />
    </div>
  )
}
