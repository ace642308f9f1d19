import { useMemo, useState } from 'react'
import type { SenderRequest } from '#contract/operator/requests.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { OneChoiceChip, OneChoiceFilter, type OneChoice } from '../../ui/filters/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useConsole } from '../console-session.ts'
import { When } from '../facts/facts.tsx'
import { useCountryName } from '../../languages/names.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { useSenders } from './queries.ts'
import { Mask, SenderBadge, SenderCard } from './sender-parts.tsx'
import { senderFilters, useSendersFilter, type SendersFiltering } from './senders-filter.ts'

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
    cell: ({ state }) => <SenderBadge state={state} />,
    width: '10.5rem',
  },
]

const cardWith = (open: (request: SenderRequest) => void) => (request: SenderRequest) => (
  <SenderCard request={request} onOpen={() => open(request)} />
)
const idOf = ({ id }: SenderRequest) => id
const nameOf = ({ mask }: SenderRequest) => mask

type FilteringProps = { filtering: SendersFiltering }

function useStateChoice(filtering: SendersFiltering): OneChoice {
  const t = useTexts()
  return {
    legend: t('operator.senders.state'),
    any: t('operator.senders.anyState'),
    label: t('operator.senders.stateIs'),
    choices: senderFilters.map((value) => ({ value, label: t(filterNames[value]) })),
    value: filtering.state.state ?? '',
    onChange: (state) => filtering.change({ state }),
  }
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
  const choice = useStateChoice(filtering)
  const list = useSenders(filtering.state)
  const [opened, setOpened] = useState<SenderRequest | null>(null)
  const { columns, card } = useMemo(() => ({ columns: columnsWith(setOpened), card: cardWith(setOpened) }), [])
  return (
    <>
      <PageHeader title={t('operator.nav.senders')}>
        {t('operator.senders.line', { count: waiting.senders })}
      </PageHeader>
      <DataTable
        name="desk-senders"
        caption={t('operator.nav.senders')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('operator.senders.searchLabel'),
          placeholder: t('operator.senders.searchPlaceholder'),
        }}
        filter={<OneChoiceFilter {...choice} done={t('operator.senders.show', { count: list.total })} />}
        chips={<OneChoiceChip {...choice} />}
        noMatch={filtering.isNarrowed && <NothingFound filtering={filtering} />}
        empty={<Empty title={t('operator.senders.emptyTitle')}>{t('operator.senders.emptyText')}</Empty>}
      />
      {opened && <DecideDialog request={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
