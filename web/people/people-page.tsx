import { useState } from 'react'
import { useTexts } from '../lib/languages/index.ts'
import { useCan, useSession } from '../lib/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { selectedIds, type Selection } from '../ui/data-table/index.ts'
import { IconMessage } from '../ui/icons.ts'
import { Empty, NoMatch } from '../ui/states/index.ts'
import { PageHeader } from '../ui/surfaces/page-header.tsx'
import { usePeopleFilter, type PeopleFiltering } from './people-filter.ts'
import { PeopleFilterButton, PeopleFilterChips } from './people-filters.tsx'
import { PeopleTable } from './people-table.tsx'
import { usePeople } from './queries.ts'
import { useSendSmsTo } from './send-sms-to.ts'

/** Ticked rows and what may be done with them; nothing to tick for those who may not send. */
function useSelection() {
  const t = useTexts()
  const [value, onChange] = useState<Selection>({})
  const sendSmsTo = useSendSmsTo()
  const canSend = useCan('messages.send')
  const send = () => sendSmsTo(selectedIds(value))
  const actions = (
    <Button size="sm" icon={IconMessage} onClick={send}>
      {t('people.list.sendSms')}
    </Button>
  )
  return canSend ? { value, onChange, actions } : undefined
}

function NobodyMatches({ filtering }: { filtering: PeopleFiltering }) {
  const t = useTexts()
  if (filtering.filter.search) return <NoMatch onClear={filtering.clearAll}>{t('people.list.noMatch')}</NoMatch>
  return (
    <Empty
      picture="lens"
      title={t('people.list.noMatchTitle')}
      action={<Button onClick={filtering.clearAll}>{t('people.list.clearFilters')}</Button>}
    />
  )
}

export function PeoplePage() {
  const t = useTexts()
  const whole = useSession().church.people
  const filtering = usePeopleFilter()
  const list = usePeople(filtering.filter)
  const isCounted = !list.isLoading && !list.isStale && !list.failure
  const count = isCounted && !filtering.isOn ? list.total : whole
  return (
    <>
      <PageHeader title={t('people.list.title')}>
        <span className="num">
          {isCounted && filtering.isOn
            ? t('people.list.matching', { count, match: list.total })
            : t('people.list.count', { count })}
        </span>
      </PageHeader>
      <PeopleTable
        list={list}
        search={{
          value: filtering.filter.search ?? '',
          onChange: filtering.searchFor,
          label: t('people.list.searchLabel'),
          placeholder: t('people.list.searchPlaceholder'),
        }}
        filter={<PeopleFilterButton filtering={filtering} total={list.total} />}
        chips={<PeopleFilterChips filtering={filtering} />}
        selection={useSelection()}
        noMatch={filtering.isOn && <NobodyMatches filtering={filtering} />}
        empty={<Empty title={t('people.list.emptyTitle')}>{t('people.list.emptyText')}</Empty>}
      />
    </>
  )
}
