import { useMemo, useState } from 'react'
import type { DeskPayment } from '#contract/operator/requests.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useDesk } from '../desk-session.ts'
import { When } from '../parts/when.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { Amount, Payer, PaymentBadge, PaymentCard, Reference } from './payment-parts.tsx'
import { isOpen } from './payment-rules.ts'
import { usePaymentsFilter, type PaymentsFiltering } from './payments-filter.ts'
import { PaymentsFilterButton, PaymentsFilterChips } from './payments-filters.tsx'
import { usePayments } from './queries.ts'

const columnsWith = (open: (payment: DeskPayment) => void): Columns<DeskPayment> => [
  {
    id: 'church',
    title: 'operator.churches.church',
    cell: (payment) => <Payer payment={payment} onOpen={() => open(payment)} />,
    isName: true,
  },
  {
    id: 'reference',
    title: 'operator.payments.reference',
    cell: (payment) => <Reference payment={payment} />,
    width: '9.5rem',
    wideOnly: true,
  },
  { id: 'begun', title: 'operator.payments.begun', cell: ({ createdAt }) => <When at={createdAt} />, width: '8rem' },
  {
    id: 'decided',
    title: 'operator.payments.decided',
    cell: ({ decidedAt }) => <When at={decidedAt} />,
    width: '8rem',
    wideOnly: true,
  },
  {
    id: 'amount',
    title: 'operator.payments.amount',
    cell: (payment) => <Amount payment={payment} />,
    width: '8rem',
    align: 'end',
  },
  {
    id: 'state',
    title: 'operator.senders.state',
    cell: (payment) => <PaymentBadge payment={payment} />,
    width: '11rem',
  },
]

const cardWith = (open: (payment: DeskPayment) => void) => (payment: DeskPayment) => (
  <PaymentCard payment={payment} onOpen={() => open(payment)} />
)
const idOf = ({ id }: DeskPayment) => id
const nameOf = ({ churchName, reference }: DeskPayment) => `${churchName} ${reference}`

type FilteringProps = { filtering: PaymentsFiltering }

function NothingFound({ filtering }: FilteringProps) {
  const t = useTexts()
  const { waiting } = useDesk()
  const { state, method, search } = filtering.state
  const isAllDone = state === 'pending' && !method && !search && waiting.payments === 0
  if (!isAllDone) return <NoMatch onClear={filtering.clearAll}>{t('operator.payments.noMatch')}</NoMatch>
  return (
    <Empty
      title={t('operator.payments.doneTitle')}
      action={<Button onClick={filtering.clearAll}>{t('operator.payments.showAll')}</Button>}
    >
      {t('operator.payments.doneText')}
    </Empty>
  )
}

/** What churches paid, or say they paid: those that wait for the desk first. */
export function PaymentsPage() {
  const t = useTexts()
  const { waiting } = useDesk()
  const filtering = usePaymentsFilter()
  const list = usePayments(filtering.state)
  const [opened, setOpened] = useState<DeskPayment | null>(null)
  const { columns, card } = useMemo(() => ({ columns: columnsWith(setOpened), card: cardWith(setOpened) }), [])
  // The list may bring news of the one that is looked at: another operator is at it too.
  const shown = opened && (list.rows.find(({ id }) => id === opened.id) ?? opened)
  return (
    <>
      <PageHeader title={t('operator.nav.payments')}>
        {t('operator.payments.line', { count: waiting.payments })}
      </PageHeader>
      <DataTable
        name="desk-payments"
        caption={t('operator.nav.payments')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('operator.payments.searchLabel'),
          placeholder: t('operator.payments.searchPlaceholder'),
        }}
        filter={<PaymentsFilterButton filtering={filtering} total={list.total} />}
        chips={<PaymentsFilterChips filtering={filtering} />}
        noMatch={filtering.isNarrowed && <NothingFound filtering={filtering} />}
        empty={<Empty title={t('operator.payments.emptyTitle')}>{t('operator.payments.emptyText')}</Empty>}
      />
      {shown && (
        <PaymentDialog
          payment={shown}
          onDecided={(after) => setOpened(isOpen(after) ? after : null)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
