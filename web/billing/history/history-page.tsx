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
import type { Columns } from '../../ui/data-table/index.ts'
import { IconCoins } from '../../ui/icons.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { askedOf } from '../../lists/list-filter.ts'
import { paymentStates, useHistoryFilter, type HistoryFiltering } from './history-filter.ts'
import { PartyButton } from './party-button.tsx'
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
    query: askedOf(state),
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

const filters: readonly ListFilter[] = [
  {
    part: 'state',
    shape: 'list',
    legend: 'billing.history.state',
    any: 'billing.history.anyState',
    is: 'billing.history.stateIs',
    words: Object.fromEntries(paymentStates.map((state) => [state, stateNames[state]])),
  },
  {
    part: 'purpose',
    shape: 'list',
    legend: 'billing.history.what',
    any: 'billing.history.anyPurpose',
    is: 'billing.history.purposeIs',
    words: { subscription: 'billing.subscription.title', units: 'billing.units.units' },
  },
]

const words: ListWords = {
  title: 'billing.history.title',
  searchLabel: 'billing.history.searchLabel',
  searchPlaceholder: 'billing.history.searchPlaceholder',
  show: 'billing.history.show',
  noMatch: 'billing.history.noMatch',
  emptyTitle: 'billing.history.emptyTitle',
  emptyText: 'billing.history.emptyText',
}

/** Every payment of the church: what, when, how, and what became of it. */
export function HistoryPage() {
  const t = useTexts()
  const filtering = useHistoryFilter()
  const nameOf = usePaymentName()
  const { acts, dialog } = usePaymentActs()
  const query = askedOf(filtering.state)
  const list = usePagedList<Payment>([...keyOf(listPayments), query], (page, signal) =>
    call(listPayments, { query: { ...query, ...page } }, { signal }),
  )
  const statement = (
    <>
      <PartyButton />
      <ButtonLink to={paths.statement} icon={IconCoins}>
        {t('billing.statement.title')}
      </ButtonLink>
    </>
  )
  const buy = (
    <ButtonLink to={paths.units} kind="primary">
      {t('billing.units.buy')}
    </ButtonLink>
  )
  return (
    <ListPage
      {...{ words, filtering, filters, list, columns, card, idOf, nameOf }}
      name="payments"
      views={useSavedViews('payments', filtering)}
      exporting={useExport(filtering, list.total)}
      rowActions={acts}
      actions={statement}
      emptyAction={buy}
    >
      {dialog}
      <Returned />
    </ListPage>
  )
}
