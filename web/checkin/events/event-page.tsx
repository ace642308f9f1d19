import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { readEvent, type EventRow } from '#contract/checkin/events.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../under-way.tsx'
import { EventForm } from './event-form.tsx'
import { EventView } from './event-view.tsx'
import { useAfterSave } from './use-event-form.ts'

function EditEvent({ event }: { event: EventRow }) {
  const t = useTexts()
  const onSaved = useAfterSave('checkin.form.saved')
  return (
    <>
      <PageHeader
        title={t('checkin.form.editTitle', { name: event.name })}
        back={{ to: paths.events, label: t('checkin.events.title') }}
      />
      <EventForm
        event={event}
        cancel={
          <ButtonLink to={paths.event} params={{ id: event.id }}>
            {t('checkin.act.cancel')}
          </ButtonLink>
        }
        onSaved={onSaved}
      />
    </>
  )
}

/** What is changed is what stands there now, not what was read some time ago; it is not read again under the hands. */
const freshOnce = { refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false } as const
/** Places go while one looks at them. */
const followed = { refetchInterval: 15_000 } as const

function Loaded({ id, isEdited }: { id: string; isEdited: boolean }) {
  const t = useTexts()
  const [openedAt] = useState(Date.now)
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...read(readEvent, { params: { id } }),
    ...(isEdited ? freshOnce : followed),
  })
  if (data && !isEdited) return <EventView event={data} />
  if (data && dataUpdatedAt >= openedAt) return <EditEvent event={data} />
  return (
    <>
      <PageHeader title={t('checkin.event.title')} back={{ to: paths.events, label: t('checkin.events.title') }} />
      <Card padded={false}>
        {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}
      </Card>
    </>
  )
}

/** One event, to look at or to change. */
export function EventPage() {
  const { id } = useParams({ from: '/tenant/events/$id' })
  const wantsEdit = useSearch({ from: '/tenant/events/$id', select: (search) => 'edit' in search })
  const isEdited = useCan('checkin.manage') && wantsEdit
  return (
    <>
      <HoldWay />
      <Loaded key={`${id} ${isEdited}`} id={id} isEdited={isEdited} />
    </>
  )
}
