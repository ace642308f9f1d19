import type { CampaignRow, RecipientRow, RecipientState } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { columnsOf, DataTable } from '../../ui/data-table/index.ts'
import { Choices } from '../../ui/filters/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { states } from '../sent/delivery.ts'
import { useRecipients } from './queries.ts'
import { Arrival, Changed, Pages, Reach, RecipientCard, Who } from './recipient-parts.tsx'
import { useReportFilter, type ReportFiltering } from './report-filter.ts'
import classes from './report.module.css'
import { stateWords } from './state-words.ts'

const Heading = ({ id }: { id: TextId }) => useTexts()(id)

const column = columnsOf<RecipientRow>()

const columns = column.columns([
  column.accessor('name', {
    header: () => <Heading id="messaging.report.name" />,
    cell: ({ row }) => <Who recipient={row.original} />,
    meta: { isName: true },
  }),
  column.accessor('phone', {
    header: () => <Heading id="messaging.report.phone" />,
    cell: ({ row }) => <Reach recipient={row.original} />,
    meta: { width: '11.5rem' },
  }),
  column.accessor('state', {
    header: () => <Heading id="messaging.report.state" />,
    cell: ({ row }) => <Arrival recipient={row.original} />,
    meta: { width: '16rem' },
  }),
  column.accessor('segments', {
    header: () => <Heading id="messaging.report.pages" />,
    cell: ({ row }) => <Pages recipient={row.original} />,
    meta: { width: '5rem', align: 'end', wideOnly: true },
  }),
  column.accessor('at', {
    header: () => <Heading id="messaging.report.time" />,
    cell: ({ row }) => <Changed recipient={row.original} />,
    meta: { width: '12rem', align: 'end', wideOnly: true },
  }),
])

type One = { campaign: CampaignRow; filtering: ReportFiltering }

const isState = (value: string): value is RecipientState => Object.hasOwn(stateWords, value)

/** The states that occur, with how many each. */
function StateChoice({ campaign: { counts, recipients }, filtering }: One) {
  const t = useTexts()
  const format = useFormat()
  const { state } = filtering.filter
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
        onChange={(value) => filtering.pickState(isState(value) ? value : undefined)}
        shape="chips"
      />
    </div>
  )
}

const idOf = ({ position }: RecipientRow) => String(position)
const nameOf = ({ name, phone }: RecipientRow) => name || phone
const card = (recipient: RecipientRow) => <RecipientCard recipient={recipient} />

/** Everyone a message went to, and how it arrived with each. */
export function Recipients({ campaign }: { campaign: CampaignRow }) {
  const t = useTexts()
  const filtering = useReportFilter(campaign.id)
  const list = useRecipients(campaign, filtering.filter)
  return (
    <DataTable
      caption={t('messaging.report.recipients')}
      list={list}
      columns={columns}
      card={card}
      idOf={idOf}
      nameOf={nameOf}
      stickyHeader
      search={{
        value: filtering.filter.search ?? '',
        onChange: filtering.searchFor,
        label: t('messaging.report.searchLabel'),
        placeholder: t('messaging.report.searchPlaceholder'),
      }}
      chips={<StateChoice campaign={campaign} filtering={filtering} />}
      noMatch={filtering.isOn && <NoMatch onClear={filtering.clear}>{t('messaging.report.noMatch')}</NoMatch>}
      empty={<Empty title={t('messaging.report.emptyTitle')} />}
    />
  )
}
