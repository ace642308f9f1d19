import { exportRecipients, type CampaignRow, type RecipientRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useSession } from '../../session/session.ts'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { Choices } from '../../ui/filters/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { states } from '../sent/delivery.ts'
import { useRecipients } from './queries.ts'
import { useReportFilter, type ReportFiltering } from './report-filter.ts'
import classes from './report.module.css'
import { stateWords, reasonText } from './state-words.ts'
import { groupPhone } from '../../languages/phone.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { useDayWords } from '../sent/when.ts'

type RecipientPartsOne = { recipient: RecipientRow }

/** First and last word of a name, for the letters in the doorway. */
function facesOf(name: string) {
  const words = name.split(' ').filter(Boolean)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}

/** Half of the faces are grey, for the eye to tell rows apart; it says nothing about the person. */
const RecipientFace = ({ recipient: { name, position }, size = 's' }: RecipientPartsOne & { size?: 's' | 'm' }) => (
  <Face {...facesOf(name)} size={size} plain={position % 2 === 0} />
)

function Name({ name }: { name: string }) {
  const t = useTexts()
  return name ? (
    <span className={classes['name']}>{name}</span>
  ) : (
    <span className="muted">{t('messaging.report.noName')}</span>
  )
}

const Who = ({ recipient }: RecipientPartsOne) => (
  <span className={classes['who']}>
    <span data-roomy="">
      <RecipientFace recipient={recipient} />
    </span>
    <Name name={recipient.name} />
  </span>
)

const Reach = ({ recipient }: RecipientPartsOne) => <Phone value={groupPhone(recipient.phone)} />

/** The state as a badge, and why in words. A code of the network that is not known here is shown as it is. */
function Arrival({ recipient: { state, reason } }: RecipientPartsOne) {
  const t = useTexts()
  const { word, tone } = stateWords[state]
  const text = reason ? reasonText(reason) : undefined
  const why = text ? t(text) : reason
  return (
    <span className={classes['arrival']}>
      <Badge tone={tone}>{t(word)}</Badge>
      {why && (
        <span data-roomy="" className={classes['why']} title={why}>
          {why}
        </span>
      )}
    </span>
  )
}

const Pages = ({ recipient }: RecipientPartsOne) => (
  <span className="num">{useFormat().number(recipient.segments)}</span>
)

/** When the state last changed. */
function Changed({ recipient: { at } }: RecipientPartsOne) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  return <span className="num">{t('messaging.sent.dayAndTime', { day: day(at), time: format.time(at) })}</span>
}

/** A recipient on a phone. */
function RecipientCard({ recipient }: RecipientPartsOne) {
  const t = useTexts()
  return (
    <div className={classes['card']}>
      <RecipientFace recipient={recipient} size="m" />
      <div className="grow">
        <Name name={recipient.name} />
        <div className={classes['sub']}>
          <Reach recipient={recipient} />
        </div>
        <Arrival recipient={recipient} />
        <div className={classes['facts']}>
          <span>{t('messaging.report.pageCount', { count: recipient.segments })}</span>
          <Changed recipient={recipient} />
        </div>
      </div>
    </div>
  )
}

const columns: Columns<RecipientRow> = [
  {
    id: 'name',
    title: 'messaging.report.name',
    cell: (recipient) => <Who recipient={recipient} />,
    isName: true,
  },
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
    width: '16rem',
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
    id: 'at',
    title: 'messaging.report.time',
    cell: (recipient) => <Changed recipient={recipient} />,
    width: '12rem',
    align: 'end',
    wideOnly: true,
  },
]

type One = { campaign: CampaignRow; filtering: ReportFiltering }

/** The states that occur, with how many each. */
function StateChoice({ campaign: { counts, recipients }, filtering }: One) {
  const t = useTexts()
  const format = useFormat()
  const { state } = filtering.state
  const occurring = states.filter((option) => counts[option] > 0 || option === state)
  const choices = [
    { value: '', label: t('messaging.report.all'), aside: format.number(recipients) },
    ...occurring.map((option) => ({
      value: option,
      label: t(stateWords[option].word),
      aside: format.number(counts[option]),
    })),
  ]
  return (
    <div className={classes['states']}>
      <Choices
        legend={t('messaging.report.filter')}
        choices={choices}
        value={state ?? ''}
        onChange={(value) => filtering.change({ state: value })}
        shape="chips"
      />
    </div>
  )
}

const idOf = ({ position }: RecipientRow) => String(position)
const nameOf = ({ name, phone }: RecipientRow) => name || phone
const card = (recipient: RecipientRow) => <RecipientCard recipient={recipient} />

const files: readonly ExportColumn[] = [
  { id: 'position', title: 'messaging.export.position' },
  { id: 'name', title: 'messaging.report.name', of: 'name' },
  { id: 'phone', title: 'messaging.report.phone', of: 'phone' },
  { id: 'state', title: 'messaging.report.state', of: 'state' },
  { id: 'reason', title: 'messaging.export.reason', of: 'state' },
  { id: 'segments', title: 'messaging.report.pages', of: 'segments' },
  { id: 'at', title: 'messaging.report.time', of: 'at' },
]

function useRecipientsExport({ campaign: { id }, filtering }: One, total: number) {
  const t = useTexts()
  const { search, shown, state } = filtering
  return useListExport({
    endpoint: exportRecipients,
    params: { id },
    query: { ...(search && { search }), ...(state.state && { state: state.state }) },
    columns: files,
    shown,
    total,
    title: t('messaging.report.title'),
    what: t('messaging.report.people', { count: total }),
    church: useSession().church.name,
  })
}

/** Everyone a message went to, and how it arrived with each. */
export function Recipients({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  const filtering = useReportFilter(campaign.id)
  const list = useRecipients(campaign, filtering.state)
  return (
    <DataTable
      name="recipients"
      caption={t('messaging.report.recipients')}
      list={list}
      columns={columns}
      card={card}
      idOf={idOf}
      nameOf={nameOf}
      search={{
        value: filtering.search,
        onChange: filtering.searchFor,
        label: t('messaging.report.searchLabel'),
        placeholder: t('messaging.report.searchPlaceholder'),
      }}
      columnChoice={{ shown: filtering.shown, onChange: filtering.showColumns }}
      views={useSavedViews('recipients', filtering)}
      exporting={useRecipientsExport({ campaign, filtering }, list.total)}
      chips={<StateChoice campaign={campaign} filtering={filtering} />}
      noMatch={filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('messaging.report.noMatch')}</NoMatch>}
      empty={<Empty title={t('messaging.report.emptyTitle')} />}
    />
  )
}
