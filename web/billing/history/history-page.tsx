import { exportPayments, listPayments, type Payment } from '#contract/billing/payments.ts'
import { call } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { paths } from '../../routing/paths.ts'
import { keyOf } from '../../api/queries.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { OneChoiceChip, OneChoiceFilter, type OneChoice } from '../../ui/filters/index.ts'
import { IconCoins } from '../../ui/icons.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { historyQueryOf, paymentStates, useHistoryFilter, type HistoryFiltering } from './history-filter.ts'
import { usePaymentActs } from './payment-acts.tsx'
import { Amount, Method, PaymentCard, PaymentState, usePaymentName, What } from './payment-parts.tsx'
import { stateNames } from './payment-words.ts'
import { useState } from 'react'
import { FailedDialog, PaidDialog } from '../checkout/verdict-dialogs.tsx'
import { useReturn, isSaidByDialog, useVerdictToast } from '../checkout/use-return.ts'

/** Tells whoever went on paying from the list, and is back with the button of the browser, what became of it. */
function Returned() {
  const { arrival, verdict } = useReturn()
  const [hidden, setHidden] = useState<number | null>(null)
  const purpose = verdict?.payment?.purpose ?? 'units'
  useVerdictToast(verdict, purpose)
  const at = arrival?.at ?? null
  const hide = () => setHidden(at)
  if (!verdict || hidden === at) return null
  if (verdict.kind === 'paid') return <PaidDialog payment={verdict.payment} onClose={hide} />
  return isSaidByDialog(verdict, purpose) && <FailedDialog verdict={verdict} onClose={hide} />
}

const When = ({ at }: { at: string }) => <span className="num">{useFormat().dateTime(at)}</span>

const columns: Columns<Payment> = [
  { id: 'what', title: 'billing.history.what', cell: (payment) => <What payment={payment} />, isName: true },
  { id: 'date', title: 'billing.history.date', cell: ({ createdAt }) => <When at={createdAt} />, width: '12rem' },
  {
    id: 'method',
    title: 'billing.history.method',
    cell: (payment) => <Method payment={payment} />,
    width: '7.5rem',
    wideOnly: true,
  },
  {
    id: 'reference',
    title: 'billing.history.reference',
    cell: ({ reference }) => (
      <bdi dir="ltr" className="num">
        {reference}
      </bdi>
    ),
    width: '9rem',
    wideOnly: true,
  },
  {
    id: 'amount',
    title: 'billing.history.amount',
    cell: (payment) => <Amount payment={payment} />,
    width: '6.5rem',
    align: 'end',
  },
  {
    id: 'state',
    title: 'billing.history.state',
    cell: (payment) => <PaymentState payment={payment} />,
    width: '9.5rem',
  },
]

const exported: readonly ExportColumn[] = [
  { id: 'date', title: 'billing.history.date', of: 'date' },
  { id: 'what', title: 'billing.history.what', of: 'what' },
  { id: 'method', title: 'billing.history.method', of: 'method' },
  { id: 'reference', title: 'billing.history.reference', of: 'reference' },
  { id: 'amount', title: 'billing.history.amount', of: 'amount' },
  { id: 'currency', title: 'billing.units.currency', of: 'amount' },
  { id: 'state', title: 'billing.history.state', of: 'state' },
]

const idOf = ({ id }: Payment) => id
const card = (payment: Payment) => <PaymentCard payment={payment} />

const isState = (text: string): text is Payment['state'] => Object.hasOwn(stateNames, text)

/** File and print. Files name states by their codes, for other programs; paper names them in words. */
function useExport({ state, shown }: HistoryFiltering, total: number) {
  const t = useTexts()
  const exporting = useListExport({
    endpoint: exportPayments,
    query: historyQueryOf(state),
    columns: exported,
    shown,
    total,
    title: t('billing.history.title'),
    what: t('billing.history.count', { count: total }),
    church: useSession().church.name,
  })
  const told = (value: string) => (isState(value) ? t(stateNames[value]) : value)
  return {
    ...exporting,
    sheet: async () => {
      const { headings, rows } = await exporting.sheet()
      return { headings, rows: rows.map((row) => row.map(told)) }
    },
  }
}

function useStateChoice(filtering: HistoryFiltering): OneChoice {
  const t = useTexts()
  return {
    legend: t('billing.history.state'),
    any: t('billing.history.anyState'),
    label: t('billing.history.stateIs'),
    choices: paymentStates.map((value) => ({ value, label: t(stateNames[value]) })),
    value: filtering.state.state ?? '',
    onChange: (state) => filtering.change({ state }),
  }
}

/** Every payment of the church: what, when, how, and what became of it. */
export function HistoryPage() {
  const t = useTexts()
  const filtering = useHistoryFilter()
  const choice = useStateChoice(filtering)
  const nameOf = usePaymentName()
  const { acts, dialog } = usePaymentActs()
  const query = historyQueryOf(filtering.state)
  const list = usePagedList<Payment>([...keyOf(listPayments), query], (page, signal) =>
    call(listPayments, { query: { ...query, ...page } }, { signal }),
  )
  const statement = (
    <ButtonLink to={paths.statement} icon={IconCoins}>
      {t('billing.statement.title')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={t('billing.history.title')} actions={statement} />
      <DataTable
        name="payments"
        caption={t('billing.history.title')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('billing.history.searchLabel'),
          placeholder: t('billing.history.searchPlaceholder'),
        }}
        filter={<OneChoiceFilter {...choice} done={t('billing.history.show', { count: list.total })} />}
        chips={<OneChoiceChip {...choice} />}
        columnChoice={{ shown: filtering.shown, onChange: filtering.showColumns }}
        views={useSavedViews('payments', filtering)}
        exporting={useExport(filtering, list.total)}
        rowActions={acts}
        noMatch={filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('billing.history.noMatch')}</NoMatch>}
        empty={
          <Empty
            title={t('billing.history.emptyTitle')}
            action={
              <ButtonLink to={paths.units} kind="primary">
                {t('billing.units.buy')}
              </ButtonLink>
            }
          >
            {t('billing.history.emptyText')}
          </Empty>
        }
      />
      {dialog}
      <Returned />
    </>
  )
}
