import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { readKeptEmail } from '#contract/messaging/kept-emails.ts'
import { keyOf } from '../../api/queries.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { ComposeForm } from './compose-form.tsx'
import { emailSearch } from './email-search.ts'
import { anew, load } from './opened.ts'

/** Where an email is written, sent and scheduled. */
export function ComposePage() {
  const t = useTexts()
  const navigate = useNavigate()
  const { timeZone } = useFormat()
  const search = emailSearch(useSearch({ strict: false }))
  const isNamed = search.messageId !== undefined || search.draftId !== undefined
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [...keyOf(readKeptEmail), 'write', search],
    queryFn: ({ signal }) => load(search, signal),
    enabled: isNamed,
    // Read once: what is being written is never written over from behind.
    staleTime: Infinity,
    gcTime: 0,
  })
  const [begun] = useState(() => anew(search, calendarDay(presentTime(), timeZone)))
  const loaded = isNamed ? data : begun
  if (!loaded)
    return (
      <>
        <PageHeader
          title={t('messaging.emailList.send')}
          back={{ to: paths.sentEmails, label: t('messaging.emailList.title') }}
        />
        {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}
      </>
    )
  return (
    <ComposeForm
      key={`${JSON.stringify(search)} ${dataUpdatedAt}`}
      loaded={loaded}
      onReload={() => void refetch()}
      onSent={(id) => void navigate({ to: paths.oneEmail, params: { id } })}
      onScheduled={() => void navigate({ to: paths.scheduledEmails })}
      onDraft={() => void navigate({ to: paths.draftEmails })}
      onDiscard={() => void navigate({ to: paths.sentEmails })}
    />
  )
}
