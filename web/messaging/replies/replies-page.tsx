import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { findConversation } from '#contract/messaging/replies.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { SearchBox } from '../../ui/data-table/search-box.tsx'
import { IconHandStop, IconSend } from '../../ui/icons.ts'
import { Empty, Failed, Loading, NoMatch } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import { useConversation, useConversations, useCounts } from './queries.ts'
import { repliesSearch, shownFilters, type RepliesSearch } from './replies-search.ts'
import classes from './replies.module.css'
import { StopWordsDialog } from './stop-words-dialog.tsx'

const ExportButton = lazy(async () => ({ default: (await import('./export-button.tsx')).ExportButton }))

type Looking = { search: RepliesSearch }

const filterWords = {
  all: 'messaging.replies.all',
  open: 'messaging.replies.open',
  mine: 'messaging.replies.mine',
  unassigned: 'messaging.replies.unassigned',
  maybe_stop: 'messaging.replies.maybeBadge',
} as const

/** Which of the conversations are shown, with how many there are. */
function Filters({ search }: Looking) {
  const t = useTexts()
  const format = useFormat()
  const counts = useCounts()
  const { show: _show, ...rest } = search
  const numbers = counts && { ...counts, maybe_stop: counts.maybeStop }
  return (
    <nav className={classes['tabs']} aria-label={t('messaging.replies.show')}>
      {shownFilters.map((filter) => (
        <Link
          key={filter}
          to={paths.replies}
          search={filter === 'all' ? rest : { ...rest, show: filter }}
          replace
          resetScroll={false}
          aria-current={(search.show ?? 'all') === filter ? 'true' : undefined}
        >
          {t(filterWords[filter])} {numbers && <span className="num">{format.number(numbers[filter])}</span>}
        </Link>
      ))}
    </nav>
  )
}

function SendSms() {
  const t = useTexts()
  return useCan('messages.send') ? (
    <ButtonLink to={paths.composeSms} icon={IconSend}>
      {t('messaging.replies.sendSms')}
    </ButtonLink>
  ) : null
}

/** The list with its states. */
function Conversations({ search }: Looking) {
  const t = useTexts()
  const navigate = useNavigate()
  const { show = 'all', search: words = '' } = search
  const list = useConversations(show, words)
  const find = (wanted: string) => {
    const { search: _before, ...rest } = search
    void navigate({
      to: paths.replies,
      search: wanted ? { ...rest, search: wanted } : rest,
      replace: true,
      resetScroll: false,
    })
  }
  const searching = { label: t('messaging.replies.search'), placeholder: t('messaging.replies.searchPlaceholder') }
  return (
    <>
      <div className={classes['tools']}>
        <SearchBox value={words} onChange={find} {...searching} />
        <Filters search={search} />
      </div>
      {list.isLoading && <Loading />}
      {!list.isLoading && list.failure && list.rows.length === 0 && (
        <Failed failure={list.failure} onRetry={list.retry} />
      )}
      {!list.isLoading &&
        !list.failure &&
        list.rows.length === 0 &&
        (words ? (
          <NoMatch onClear={() => find('')}>{t('messaging.replies.noMatch')}</NoMatch>
        ) : (
          <p className={classes['nothing']}>{t('messaging.replies.noneHere')}</p>
        ))}
      <ConversationList rows={list.rows} search={search} />
      {list.hasMore && (
        <div className={classes['more']}>
          <Button size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('messaging.replies.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Chosen({ id, search }: Looking & { id: string }) {
  const t = useTexts()
  const { data, error, refetch } = useConversation(id)
  if (data) return <ConversationView key={id} conversation={data} search={search} />
  if (!error) return <Loading rows={4} />
  const isGone = 'code' in error && (error.code === 'not_found' || error.code === 'invalid_input')
  if (!isGone) return <Failed failure={error} onRetry={() => void refetch()} />
  return <Empty title={t('messaging.replies.gone')}>{t('messaging.replies.goneText')}</Empty>
}

/** The link from a person: their conversation, or that there is none yet. */
function OfPerson({ of, search }: Looking & { of: string }) {
  const t = useTexts()
  const { data, error, refetch } = useQuery(read(findConversation, { params: { id: of } }))
  if (error) return <Failed failure={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  const { of: _of, ...rest } = search
  if (data.id !== null) return <Navigate to={paths.replies} search={{ ...rest, c: data.id }} replace />
  return (
    <Empty title={t('messaging.replies.noneYet')} picture="letter" action={<SendSms />}>
      {t('messaging.replies.noneYetText')}
    </Empty>
  )
}

function Inbox({ search }: Looking) {
  const t = useTexts()
  const { c, of } = search
  return (
    <Card
      padded={false}
      className={`${classes['inbox']} ${c || of ? classes['chosen'] : ''}`}
      label={t('messaging.replies.title')}
    >
      <div className={classes['side']}>
        <Conversations search={search} />
      </div>
      <div className={classes['main']}>
        {c && <Chosen id={c} search={search} />}
        {!c && of && <OfPerson of={of} search={search} />}
        {!c && !of && <p className={classes['nothing']}>{t('messaging.replies.choose')}</p>}
      </div>
    </Card>
  )
}

/** What people write back, and what becomes of it. */
export function RepliesPage() {
  const t = useTexts()
  const search = useSearch({ from: '/tenant/sms/replies', select: repliesSearch })
  const [isOpen, setOpen] = useState(false)
  const counts = useCounts()
  const isEmpty = counts?.all === 0 && !search.of && !search.c
  const { show = 'all', search: sought = '' } = search
  const { total } = useConversations(show, sought)
  const acts = (
    <>
      <Button icon={IconHandStop} onClick={() => setOpen(true)}>
        {t('messaging.replies.wordsAct')}
      </Button>
      {!isEmpty && (
        <Suspense fallback={null}>
          <ExportButton search={search} total={total} />
        </Suspense>
      )}
    </>
  )
  return (
    <>
      <div className={search.c || search.of ? classes['above'] : undefined}>
        <PageHeader title={t('messaging.replies.title')} actions={acts}>
          {t('messaging.replies.line')}
        </PageHeader>
      </div>
      {isEmpty ? (
        <Card>
          <Empty title={t('messaging.replies.emptyTitle')} picture="letter" action={<SendSms />}>
            {t('messaging.replies.emptyText')}
          </Empty>
        </Card>
      ) : (
        <Inbox search={search} />
      )}
      {isOpen && <StopWordsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
