import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { MenuItem, MenuLink, RowLink, type Columns } from '../../ui/data-table/index.ts'
import { IconCopy, IconFileText, IconMessage, IconTrash } from '../../ui/icons.ts'
import { Delivery } from './delivery-view.tsx'
import classes from '../lists/row.module.css'
import { useDayWords } from '../lists/when.ts'

type One = { campaign: CampaignRow }

const MessageLink = ({ campaign }: One) => (
  <RowLink to={paths.sentSmsReport} params={{ id: campaign.id }} className={classes['message']}>
    {campaign.message}
  </RowLink>
)

function Message({ campaign }: One) {
  const t = useTexts()
  return (
    <>
      <MessageLink campaign={campaign} />
      <span data-roomy="" className={`num ${classes['below']}`}>
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
      <span data-roomy="" className={classes['below']}>
        {t('messaging.sent.by', { name: sentBy })}
      </span>
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
        <span data-roomy="" className={classes['below']}>
          {t('messaging.sent.unitsBack', { count: unitsReturned })}
        </span>
      )}
    </span>
  )
}

export const columns: Columns<CampaignRow> = [
  {
    id: 'message',
    title: 'messaging.sent.message',
    cell: (campaign) => <Message campaign={campaign} />,
    isName: true,
  },
  {
    id: 'sentAt',
    title: 'messaging.sent.when',
    cell: (campaign) => <When campaign={campaign} />,
    width: '9.75rem',
  },
  {
    id: 'units',
    title: 'messaging.sent.units',
    cell: (campaign) => <Units campaign={campaign} />,
    width: '11.5rem',
    align: 'end',
    wideOnly: true,
  },
  {
    id: 'delivery',
    title: 'messaging.sent.delivery',
    cell: (campaign) => <Delivery campaign={campaign} />,
    width: '16rem',
  },
]

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

export const idOf = ({ id }: CampaignRow) => id
export const card = (campaign: CampaignRow) => <SentCard campaign={campaign} />

/** Long enough to know a message by. */
const NAME_LENGTH = 60
export const nameOf = ({ message }: CampaignRow) =>
  message.length > NAME_LENGTH ? `${message.slice(0, NAME_LENGTH)}…` : message

/** For those who may send. */
type Acts = { onDuplicate: (id: string) => void; onDelete: (id: string) => void }

/** What can be done with one message: looking at it, and for those who may send, using its text, making another one of it and deleting it. */
function SentActs({ campaign: { id }, acts }: { campaign: CampaignRow; acts: Acts | undefined }) {
  const t = useTexts()
  return (
    <>
      <MenuLink to={paths.sentSmsReport} params={{ id }} icon={IconFileText}>
        {t('messaging.sent.open')}
      </MenuLink>
      {acts && (
        <>
          <MenuLink to={paths.composeSms} search={{ messageId: id }} icon={IconMessage}>
            {t('messaging.report.useAgain')}
          </MenuLink>
          <MenuItem icon={IconCopy} onPick={() => acts.onDuplicate(id)}>
            {t('messaging.lists.duplicate')}
          </MenuItem>
          <MenuItem icon={IconTrash} isDanger onPick={() => acts.onDelete(id)}>
            {t('messaging.sent.delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The menu of each row. */
export const sentActs = (acts: Acts | undefined) => (campaign: CampaignRow) => (
  <SentActs campaign={campaign} acts={acts} />
)
