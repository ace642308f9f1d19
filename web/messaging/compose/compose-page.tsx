import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { getDefaultMessage, readDraft } from '#contract/messaging/drafts.ts'
import { readMessage } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Loading } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { emptyDraft, type Draft } from '../draft/draft.ts'
import type { KeptHere } from '../draft/kept-here.ts'
import { draftOf } from '../draft/saved.ts'
import { ComposeForm } from './compose-form.tsx'
import { LeftHere, useLeftHere } from './left-here.tsx'
import { composeSearch, personIdsIn, type ComposeSearch } from './compose-search.ts'
import type { Opened } from './use-kept.ts'

const NOBODY: string[] = []

type Loaded = { draft: Partial<Draft>; opened: Opened | null }

const draftFrom = (search: ComposeSearch, loaded: Partial<Draft>, handedOn: string[]): Draft => ({
  ...emptyDraft,
  groupIds: search.group ? [search.group] : [],
  linkedPersonIds: [...new Set([...personIdsIn(search), ...handedOn])],
  phoneNumbers: search.phone ?? '',
  ...loaded,
})

/** What the address names: a message that was sent, one that is kept, or a text under a name. */
async function load({ messageId, draftId, defaultId }: ComposeSearch, signal: AbortSignal): Promise<Loaded> {
  if (draftId) {
    const kept = await call(readDraft, { params: { id: draftId } }, { signal })
    const { id, version, state, goesAtLocal } = kept
    // Of one that has gone, another is begun.
    return { draft: draftOf(kept), opened: state === 'sent' ? null : { id, version, state, goesAtLocal } }
  }
  if (messageId) {
    // Its text with all that belongs to it; to whom is chosen anew.
    const { destination: _whom, ...content } = await call(readMessage, { params: { id: messageId } }, { signal })
    return { draft: content, opened: null }
  }
  if (!defaultId) return { draft: {}, opened: null }
  const { returnObject } = await call(getDefaultMessage, { params: { id: defaultId } }, { signal })
  return { draft: { message: returnObject.message }, opened: null }
}

/** What was left on this device, to go on with it: it is saved as soon as it stands here. */
const loadedFrom = ({ id, version, body }: KeptHere): Loaded => ({
  draft: draftOf({ ...body, chosen: { file: null } }),
  opened: { id, version, state: 'draft', goesAtLocal: null, isFromHere: true },
})

/** Without a name in the address there is nothing to wait for. */
function useLoaded(search: ComposeSearch) {
  const t = useTexts()
  const { messageId, draftId, defaultId } = search
  const named = draftId ?? messageId ?? defaultId
  const query = useQuery({
    queryKey: [...keyOf(readDraft), 'compose', named],
    queryFn: ({ signal }) => load(search, signal),
    enabled: named !== undefined,
    // Read once: what is being written is never written over from behind.
    staleTime: Infinity,
    gcTime: 0,
  })
  const tell = useEffectEvent(() => toast.bad(t('messaging.compose.couldNotLoad')))
  useEffect(() => {
    if (query.isError) tell()
  }, [query.isError])
  return query
}

type ComposeProps = {
  back: { to: string; label: string }
  buyUnits: string
  /** Where what was scheduled or kept as a draft stands; behind a shut gate there are no lists. */
  lists?: { scheduled: string; draft: string }
}

function Compose({ back, buyUnits, lists }: ComposeProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const search = composeSearch(useSearch({ strict: false }))
  const handedOn = useLocation({ select: ({ state }) => state.persons ?? NOBODY })
  const { data, isLoading, dataUpdatedAt, refetch } = useLoaded(search)
  const { left, taken, drop } = useLeftHere()
  const [resumed, setResumed] = useState<KeptHere | null>(null)
  if (isLoading)
    return (
      <>
        <PageHeader title={t('messaging.compose.title')} back={back} />
        <Loading rows={4} />
      </>
    )
  const loaded = resumed ? loadedFrom(resumed) : data
  const resume = (kept: KeptHere) => {
    taken()
    setResumed(kept)
  }
  return (
    <ComposeForm
      key={`${JSON.stringify(search)} ${dataUpdatedAt} ${resumed?.at}`}
      initial={draftFrom(search, loaded?.draft ?? {}, handedOn)}
      opened={loaded?.opened ?? null}
      back={back}
      buyUnits={buyUnits}
      hasLists={lists !== undefined}
      onLeave={(lead) => void navigate({ to: { back: back.to, ...lists }[lead] ?? back.to })}
      onReload={() => void refetch()}
    >
      {left && <LeftHere left={left} onUse={() => resume(left)} onDrop={drop} />}
    </ComposeForm>
  )
}

/** Send SMS. */
export function ComposePage() {
  const t = useTexts()
  const lists = { scheduled: paths.scheduledSms, draft: paths.draftSms }
  const back = { to: paths.sentSms, label: t('messaging.compose.backToSent') }
  return <Compose back={back} buyUnits={paths.units} lists={lists} />
}

/** Send SMS while the subscription is expired or the capacity exceeded: the same page without the other screens. */
export function ComposeWhileGatedPage() {
  const t = useTexts()
  const { church, gate } = useSession()
  const to = gate === 'over_capacity' ? paths.overCapacity : paths.expired
  return (
    <BareFrame title={church.name}>
      <Compose back={{ to, label: t('messaging.compose.back') }} buyUnits={paths.buyUnitsWhileGated} />
    </BareFrame>
  )
}
