import { useMemo, useState } from 'react'
import type { SenderRequest } from '#contract/operator/requests.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Columns } from '../../ui/data-table/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { useConsole } from '../console-session.ts'
import { When } from '../facts/facts.tsx'
import { useCountryName } from '../../languages/names.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { useSenders, type senderFilters, useSendersFilter, type SendersFiltering } from './queries.ts'
import { Mask, RequestState, SenderCard } from './sender-parts.tsx'

const filterNames: Record<(typeof senderFilters)[number], TextId> = {
  waiting: 'operator.senders.waiting',
  approved: 'operator.senders.approved',
  refused: 'operator.senders.refused',
}

const Country = ({ isoCode }: { isoCode: string }) => <span>{useCountryName()(isoCode)}</span>

const columnsWith = (open: (request: SenderRequest) => void): Columns<SenderRequest> => [
  {
    id: 'mask',
    title: 'operator.senders.mask',
    cell: (request) => <Mask request={request} onOpen={() => open(request)} />,
    isName: true,
  },
  {
    id: 'church',
    title: 'operator.churches.church',
    cell: ({ churchName }) => <span>{churchName}</span>,
    width: '20%',
  },
  {
    id: 'country',
    title: 'operator.churches.country',
    cell: ({ isoCode }) => <Country isoCode={isoCode} />,
    width: '8rem',
    wideOnly: true,
  },
  {
    id: 'asked',
    title: 'operator.senders.askedOn',
    cell: ({ requestedAt }) => <When at={requestedAt} />,
    width: '8rem',
  },
  {
    id: 'decided',
    title: 'operator.senders.decidedOn',
    cell: ({ decidedAt }) => <When at={decidedAt} />,
    width: '8rem',
    wideOnly: true,
  },
  {
    id: 'state',
    title: 'operator.senders.state',
    cell: (request) => <RequestState request={request} />,
    width: '12rem',
  },
]

const cardWith = (open: (request: SenderRequest) => void) => (request: SenderRequest) => (
  <SenderCard request={request} onOpen={() => open(request)} />
)
const idOf = ({ id }: SenderRequest) => id
const nameOf = ({ mask }: SenderRequest) => mask

type FilteringProps = { filtering: SendersFiltering }

const filters: readonly ListFilter[] = [
  {
    part: 'state',
    shape: 'list',
    legend: 'operator.senders.state',
    any: 'operator.senders.anyState',
    is: 'operator.senders.stateIs',
    words: filterNames,
  },
]

const words: ListWords = {
  title: 'operator.nav.senders',
  searchLabel: 'operator.senders.searchLabel',
  searchPlaceholder: 'operator.senders.searchPlaceholder',
  show: 'operator.senders.show',
  noMatch: 'operator.senders.noMatch',
  emptyTitle: 'operator.senders.emptyTitle',
  emptyText: 'operator.senders.emptyText',
}

function NothingFound({ filtering }: FilteringProps) {
  const t = useTexts()
  const isWaiting = filtering.state.state === 'waiting' && !filtering.search
  if (!isWaiting) return <NoMatch onClear={filtering.clearAll}>{t('operator.senders.noMatch')}</NoMatch>
  return (
    <Empty
      title={t('operator.senders.doneTitle')}
      action={<Button onClick={filtering.clearAll}>{t('operator.senders.showAll')}</Button>}
    >
      {t('operator.senders.doneText')}
    </Empty>
  )
}

/** The sender IDs that churches asked for: those that wait first. */
export function SendersPage() {
  const t = useTexts()
  const { waiting } = useConsole()
  const filtering = useSendersFilter()
  const list = useSenders(filtering.state)
  const [opened, setOpened] = useState<SenderRequest | null>(null)
  const { columns, card } = useMemo(() => ({ columns: columnsWith(setOpened), card: cardWith(setOpened) }), [])
  return (
    <ListPage
      {...{ words, filtering, filters, list, columns, card, idOf, nameOf }}
      name="desk-senders"
      line={t('operator.senders.line', { count: waiting.senders })}
      noMatch={<NothingFound filtering={filtering} />}
    >
      {opened && <DecideDialog request={opened} onClose={() => setOpened(null)} />}
    </ListPage>
  )
}
