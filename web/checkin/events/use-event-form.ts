import { useState } from 'react'
import { addEvent, editEvent, readEvent, removeBanner, uploadBanner, type EventRow } from '#contract/checkin/events.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { hasCode, failureText } from '../failure-text.ts'
import { underWay } from '../under-way.tsx'
import { bodyOf, eventDraftOf, eventFaults, isEventChanged, repeatOf, type EventDraft } from './draft.ts'
import { useEventChanged } from './queries.ts'
import { rebaseEvent, type EventField } from './rebase.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/toasts/index.ts'

/** What somebody else has written meanwhile, and the fields that were typed here too. */
export type EventMeanwhile = { theirs: EventDraft; clashes: readonly EventField[] }

/** A file is to be uploaded, null takes the picture away, undefined leaves it as it is. */
export type BannerWish = File | null | undefined
export type Scope = 'this' | 'following'

/** What came of saving: the picture may not have gone with it. */
export type Saved = { event: EventRow; bannerFailure: unknown }

async function sendBanner(event: EventRow, banner: BannerWish): Promise<Saved> {
  const params = { id: event.id }
  try {
    if (banner === undefined) return { event, bannerFailure: null }
    if (banner === null) return { event: await call(removeBanner, { params }), bannerFailure: null }
    if (banner.size > MAX_BYTES) throw new ApiFailure('too_large', 413, '')
    return { event: await call(uploadBanner, { params, file: banner }), bannerFailure: null }
  } catch (bannerFailure) {
    return { event, bannerFailure }
  }
}

const MAX_BYTES = 8 * 1024 * 1024

/** The draft of an event, and what somebody else has written into it meanwhile. */
function useDraft(event: EventRow | null, fresh: EventDraft) {
  const { timeZone } = useFormat()
  const [base, setBase] = useState(event)
  const before = base ? eventDraftOf(base, timeZone) : fresh
  const [draft, setDraft] = useState(before)
  const [meanwhile, setMeanwhile] = useState<EventMeanwhile | null>(null)
  const takeIn = (fresh: EventRow) => {
    const theirs = eventDraftOf(fresh, timeZone)
    const { draft: both, clashes } = rebaseEvent(draft, before, theirs)
    setBase(fresh)
    setDraft(both)
    setMeanwhile({ theirs, clashes })
  }
  return { base, before, draft, setDraft, meanwhile, takeIn }
}

/**
 * An event being planned (null), beginning with `fresh`, or changed. When somebody else was faster, their changes come in beside what was typed
 * here.
 */
export function useEventForm(
  event: EventRow | null,
  { onSaved, fresh }: { onSaved: (saved: Saved) => void; fresh: EventDraft },
) {
  const changed = useEventChanged()
  const press = useIdempotencyKey()
  const { base, before, draft, setDraft, meanwhile, takeIn } = useDraft(event, fresh)
  const [banner, setBanner] = useState<BannerWish>(undefined)
  const [scope, setScope] = useState<Scope>('this')
  const [isTried, setTried] = useState(false)
  const write = async (): Promise<EventRow | null> => {
    if (!base) {
      const body = { ...bodyOf(draft), repeat: repeatOf(draft) }
      return call(addEvent, { body }, { idempotencyKey: press.keyFor(body) })
    }
    const params = { id: base.id }
    try {
      return await call(editEvent, { params, body: { ...bodyOf(draft), scope, version: base.version } })
    } catch (failure) {
      if (!hasCode(failure, 'changed_meanwhile')) throw failure
      takeIn(await call(readEvent, { params }))
      return null
    }
  }
  const save = useCall(() => underWay(write().then((written) => written && sendBanner(written, banner))), {
    done: (saved) => {
      if (!saved) return
      press.done()
      changed(saved.event)
      onSaved(saved)
    },
  })
  const change = (part: Partial<EventDraft>) => {
    // What was refused is being changed.
    save.forget()
    setDraft((typed) => ({ ...typed, ...part }))
  }
  const faults = eventFaults(draft)
  return {
    draft,
    change,
    save,
    meanwhile,
    banner,
    setBanner,
    scope,
    setScope,
    faults: isTried ? faults : new Set<never>(),
    submit: () => {
      setTried(true)
      if (faults.size === 0) save.run()
    },
    isUnsaved: banner !== undefined || isEventChanged(draft, before),
  }
}

export type EventForming = ReturnType<typeof useEventForm>

/** Says what came of saving and shows the event. A picture that did not go with it is named apart: the rest is saved. */
export function useAfterSave(words: TextId) {
  const t = useTexts()
  const navigate = useNavigate()
  return ({ event: { id, name }, bannerFailure }: Saved) => {
    toast.ok(t(words, { name }))
    if (bannerFailure) toast.warn(t('checkin.banner.notSaved'), { text: t(failureText(bannerFailure)) })
    void navigate({ to: paths.event, params: { id }, replace: true, ignoreBlocker: true })
  }
}
