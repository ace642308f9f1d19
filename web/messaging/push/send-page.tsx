import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { readSentPush } from '#contract/messaging/push.ts'
import { readPushSchedule } from '#contract/messaging/push-schedules.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { emptyDraft } from '../draft/draft.ts'
import { pushSearch, type PushSearch } from './push-search.ts'
import { SendForm } from './send-form.tsx'
import { EMPTY, type Opened, type Waiting } from './written.ts'

const NEW: Opened = { written: EMPTY, schedule: null }

/** What the address names: a notification that was sent, or one that waits for its time. */
async function load({ messageId, scheduleId }: PushSearch, signal: AbortSignal): Promise<Opened> {
  if (scheduleId) {
    const { title, message, category, destination, id, version, state, goesAtLocal } = await call(
      readPushSchedule,
      { params: { id: scheduleId } },
      { signal },
    )
    const { allContacts = false, groupIds = [], personIds = [] } = destination
    const to = { ...emptyDraft, allContacts, groupIds, linkedPersonIds: personIds }
    // Of one that has gone, another is begun.
    return {
      written: { title, message, category, to },
      schedule: state === 'sent' ? null : { id, version, goesAtLocal, waits: state === 'scheduled' },
    }
  }
  if (!messageId) return NEW
  const { title, message, category } = await call(readSentPush, { params: { id: messageId } }, { signal })
  return { written: { ...EMPTY, title, message, category: category ?? EMPTY.category }, schedule: null }
}

/** When the one that was opened goes. */
function Goes({ schedule: { goesAtLocal, waits } }: { schedule: Waiting }) {
  const t = useTexts()
  const { wallTime } = useFormat()
  const [day, clock] = goesAtLocal?.split('T') ?? []
  if (!waits || !day || !clock) return t('messaging.pushWrite.noTime')
  return t('messaging.pushWrite.goes', { when: wallTime(day, clock) })
}

/** Where a push notification is written, sent and scheduled. */
export function SendPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const search = pushSearch(useSearch({ strict: false }))
  const isNamed = search.messageId !== undefined || search.scheduleId !== undefined
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(readSentPush), 'write', search],
    queryFn: ({ signal }) => load(search, signal),
    enabled: isNamed,
    // Read once: what is being written is never written over from behind.
    staleTime: Infinity,
    gcTime: 0,
  })
  const opened = isNamed ? data : NEW
  return (
    <>
      <PageHeader
        title={t('messaging.pushWrite.title')}
        back={{ to: data?.schedule ? paths.scheduledPush : paths.sentPush, label: t('messaging.pushWrite.back') }}
      >
        {data?.schedule && <Goes schedule={data.schedule} />}
      </PageHeader>
      {!opened && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />)}
      {opened && (
        <SendForm
          key={JSON.stringify(search)}
          opened={opened}
          onSent={(id) => void navigate({ to: paths.onePush, params: { id } })}
          onScheduled={() => void navigate({ to: paths.scheduledPush })}
          onDiscard={() => void navigate({ to: paths.sentPush })}
        />
      )}
    </>
  )
}
