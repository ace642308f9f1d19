import { exportRecipients, type CampaignRow, type RecipientRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useSession } from '../../session/session.ts'
import { DataTable } from '../../ui/data-table/index.ts'
import { Choices, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { states } from '../sent/delivery.ts'
import { useRecipients } from './queries.ts'
import { columns, RecipientCard } from './recipient-cells.tsx'
import classes from './recipients.module.css'
import type { ReportFiltering } from './report-filter.ts'
import { reasonWords, stateWords } from './state-words.ts'

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

/** Which states and which reason are shown. */
function Narrowed({ campaign, filtering }: One) {
  const t = useTexts()
  const { reason } = filtering.state
  return (
    <>
      <StateChoice campaign={campaign} filtering={filtering} />
      {reason && (
        <FilterChips onClearAll={filtering.clearFilters}>
          <FilterChip
            label={t('messaging.report.reasonIs')}
            value={t(reasonWords[reason])}
            onRemove={() => filtering.change({ reason: '' })}
          />
        </FilterChips>
      )}
    </>
  )
}

const idOf = ({ position }: RecipientRow) => String(position)
const nameOf = ({ name, phone }: RecipientRow) => name || phone
const card = (recipient: RecipientRow) => <RecipientCard recipient={recipient} />

const files: readonly ExportColumn[] = [
  { id: 'position', title: 'messaging.export.position' },
  { id: 'name', title: 'messaging.report.name', of: 'name' },
  { id: 'phone', title: 'messaging.report.phone', of: 'phone' },
  { id: 'network', title: 'messaging.export.network', of: 'phone' },
  { id: 'state', title: 'messaging.report.state', of: 'state' },
  { id: 'reason', title: 'messaging.export.reason', of: 'state' },
  { id: 'code', title: 'messaging.export.code', of: 'state' },
  { id: 'segments', title: 'messaging.report.pages', of: 'segments' },
  { id: 'units', title: 'messaging.sent.units', of: 'units' },
  { id: 'at', title: 'messaging.report.time', of: 'at' },
]

function useRecipientsExport({ campaign: { id }, filtering }: One, total: number) {
  const t = useTexts()
  const { search, shown, state } = filtering
  return useListExport({
    endpoint: exportRecipients,
    params: { id },
    query: {
      ...(search && { search }),
      ...(state.state && { state: state.state }),
      ...(state.reason && { reason: state.reason }),
    },
    columns: files,
    shown,
    total,
    title: t('messaging.report.title'),
    what: t('messaging.report.people', { count: total }),
    church: useSession().church.name,
  })
}

/** Everyone a message went to, and how it arrived with each. */
export function Recipients({ campaign, filtering }: One) {
  const t = useTexts()
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
      chips={<Narrowed campaign={campaign} filtering={filtering} />}
      noMatch={filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('messaging.report.noMatch')}</NoMatch>}
      empty={<Empty title={t('messaging.report.emptyTitle')} />}
    />
  )
}
