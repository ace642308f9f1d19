import { useMemo, useState } from 'react'
import { type ConsolePayment, readProof } from '#contract/operator/requests.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Columns } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { useConsole } from '../console-session.ts'
import { When } from '../facts/facts.tsx'
import { Amount, Payer, PaymentBadge, PaymentCard, Reference } from './payment-parts.tsx'
import { isOpen } from './payment-rules.ts'
import { methodNames, stateNames } from './payment-words.ts'
import { paymentStates, usePaymentsFilter, type PaymentsFiltering, usePayments } from './queries.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { DecidePayment } from './decide-payment.tsx'
import { Incidents } from './incidents.tsx'
import { PaymentFacts, Sum, Approvals, RefundNote, ReviewNote, WaitingNote } from './payment-facts.tsx'
import { addressOf } from '../../api/call.ts'
import { IconDownload } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './payments.module.css'

type Proof = ConsolePayment['proofs'][number]
type OneProps = { proof: Proof; address: string }

/** A picture, as large as there is room; pressed, it opens in a tab of its own, where it can be zoomed. */
function Picture({ proof, address }: OneProps) {
  const t = useTexts()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Note tone="warn">{t('operator.payments.proofFailed', { name: proof.fileName })}</Note>
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes['picture']}>
      <img
        src={address}
        alt={t('operator.payments.proofAlt', { name: proof.fileName })}
        onError={() => setFailed(true)}
      />
      <span className="small">{t('operator.payments.larger')}</span>
    </a>
  )
}

function Paper({ proof, address }: OneProps) {
  const t = useTexts()
  return (
    <a href={address} download={proof.fileName} className={classes['paper']}>
      <IconDownload size={20} stroke={1.75} aria-hidden="true" />
      <span className="clip">{t('operator.payments.download', { name: proof.fileName })}</span>
    </a>
  )
}

/** What the payer sent to show that the money is on its way. */
function Proofs({ payment: { churchId, proofs } }: { payment: ConsolePayment }) {
  const t = useTexts()
  if (proofs.length === 0) return <Note tone="warn">{t('operator.payments.noProof')}</Note>
  return (
    <ul className={classes['proofs']} aria-label={t('operator.payments.proofs')}>
      {proofs.map((proof) => {
        const address = addressOf(readProof, { params: { churchId, id: proof.id } })
        return (
          <li key={proof.id}>
            {proof.contentType.startsWith('image/') ? (
              <Picture proof={proof} address={address} />
            ) : (
              <Paper proof={proof} address={address} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

type PaymentDialogProps = {
  payment: ConsolePayment
  onDecided: (payment: ConsolePayment) => void
  onClose: () => void
}

/** A payment with its proof, and the decision about it. */
function PaymentDialog({ payment, onDecided, onClose }: PaymentDialogProps) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('operator.payments.of', { church: payment.churchName })}>
      <Sum payment={payment} />
      <Incidents payment={payment} onHandled={onDecided} />
      <ReviewNote payment={payment} />
      <WaitingNote payment={payment} />
      <RefundNote payment={payment} />
      {payment.method === 'bank_transfer' && <Proofs payment={payment} />}
      <PaymentFacts payment={payment} />
      <Approvals payment={payment} />
      <DecidePayment payment={payment} onDecided={onDecided} />
    </Dialog>
  )
}

const columnsWith = (open: (payment: ConsolePayment) => void): Columns<ConsolePayment> => [
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

const cardWith = (open: (payment: ConsolePayment) => void) => (payment: ConsolePayment) => (
  <PaymentCard payment={payment} onOpen={() => open(payment)} />
)
const idOf = ({ id }: ConsolePayment) => id
const nameOf = ({ churchName, reference }: ConsolePayment) => `${churchName} ${reference}`

type FilteringProps = { filtering: PaymentsFiltering }

const filters: readonly ListFilter[] = [
  {
    part: 'state',
    shape: 'chips',
    legend: 'operator.senders.state',
    any: 'operator.senders.anyState',
    is: 'operator.senders.stateIs',
    words: Object.fromEntries(paymentStates.map((state) => [state, stateNames[state]])),
  },
  {
    part: 'method',
    shape: 'chips',
    legend: 'operator.payments.method',
    any: 'operator.payments.anyMethod',
    is: 'operator.payments.methodIs',
    words: methodNames,
  },
]

const words: ListWords = {
  title: 'operator.nav.payments',
  searchLabel: 'operator.payments.searchLabel',
  searchPlaceholder: 'operator.payments.searchPlaceholder',
  show: 'operator.payments.show',
  noMatch: 'operator.payments.noMatch',
  emptyTitle: 'operator.payments.emptyTitle',
  emptyText: 'operator.payments.emptyText',
}

function NothingFound({ filtering }: FilteringProps) {
  const t = useTexts()
  const { waiting } = useConsole()
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

/** What churches paid, or say they paid: those that wait for the console first. */
export function PaymentsPage() {
  const t = useTexts()
  const { waiting } = useConsole()
  const filtering = usePaymentsFilter()
  const list = usePayments(filtering.state)
  const [opened, setOpened] = useState<ConsolePayment | null>(null)
  const { columns, card } = useMemo(() => ({ columns: columnsWith(setOpened), card: cardWith(setOpened) }), [])
  // The list may bring news of the one that is looked at: another operator is at it too.
  const shown = opened && (list.rows.find(({ id }) => id === opened.id) ?? opened)
  return (
    <ListPage
      {...{ words, filtering, filters, list, columns, card, idOf, nameOf }}
      name="desk-payments"
      line={t('operator.payments.line', { count: waiting.payments })}
      noMatch={<NothingFound filtering={filtering} />}
    >
      {shown && (
        <PaymentDialog
          payment={shown}
          onDecided={(after) => setOpened(isOpen(after) ? after : null)}
          onClose={() => setOpened(null)}
        />
      )}
    </ListPage>
  )
}
