import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { getSentSmsById } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Loading } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { emptyDraft, type Draft } from '../draft/draft.ts'
import { ComposeForm } from './compose-form.tsx'
import { composeSearch, personIdsIn, type ComposeSearch } from './compose-search.ts'

const NOBODY: string[] = []

type Loaded = { message: string; subject: string } | undefined

const draftFrom = (search: ComposeSearch, loaded: Loaded, handedOn: string[]): Draft => ({
  ...emptyDraft,
  senderId: loaded?.subject ?? null,
  message: loaded?.message ?? '',
  groupIds: search.group ? [search.group] : [],
  linkedPersonIds: [...new Set([...personIdsIn(search), ...handedOn])],
  phoneNumbers: search.phone ?? '',
})

/** The message that the address names. Without one there is nothing to wait for. */
function useLoadedMessage(messageId: string | undefined) {
  const t = useTexts()
  const query = useQuery({
    ...read(getSentSmsById, { query: { CommReportId: messageId ?? '' } }),
    enabled: messageId !== undefined,
  })
  const tell = useEffectEvent(() => toast.bad(t('messaging.compose.couldNotLoad')))
  useEffect(() => {
    if (query.isError) tell()
  }, [query.isError])
  return { loaded: query.data, isLoading: query.isLoading }
}

function Compose({ back }: { back: { to: string; label: string } }) {
  const t = useTexts()
  const navigate = useNavigate()
  const search = composeSearch(useSearch({ strict: false }))
  const handedOn = useLocation({ select: ({ state }) => state.persons ?? NOBODY })
  const { loaded, isLoading } = useLoadedMessage(search.messageId)
  return (
    <>
      <PageHeader title={t('messaging.compose.title')} back={back} />
      {isLoading ? (
        <Loading rows={4} />
      ) : (
        <ComposeForm
          key={JSON.stringify(search)}
          initial={draftFrom(search, loaded, handedOn)}
          onLeave={() => void navigate({ to: back.to })}
        />
      )}
    </>
  )
}

/** Send SMS. */
export function ComposePage() {
  const t = useTexts()
  return <Compose back={{ to: paths.sentSms, label: t('messaging.compose.backToSent') }} />
}

/** Send SMS while the subscription is expired or the capacity exceeded: the same page without the other screens. */
export function ComposeWhileGatedPage() {
  const t = useTexts()
  const { church, gate } = useSession()
  const to = gate === 'over_capacity' ? paths.overCapacity : paths.expired
  return (
    <BareFrame title={church.name}>
      <Compose back={{ to, label: t('messaging.compose.back') }} />
    </BareFrame>
  )
}
