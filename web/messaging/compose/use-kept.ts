import { useEffect, useEffectEvent, useState } from 'react'
import { cancelSchedule } from '#contract/messaging/schedules.ts'
import { deleteDrafts, listDrafts, saveDraft, type DraftState } from '#contract/messaging/drafts.ts'
import { ApiFailure, call, isAway } from '../../api/call.ts'
import { useRefresh } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { useSession } from '../../session/session.ts'
import { createKeeper } from '../draft/keeper.ts'
import { dropHere, keepHere } from '../draft/kept-here.ts'
import type { SavedBody } from '../draft/saved.ts'

const PAUSE_MS = 1500

/** The kept message that the page was opened with. */
export type Opened = {
  id: string
  version: number
  state: DraftState
  goesAtLocal: string | null
  /** It was left on this device: the server has an older text, or none. */
  isFromHere?: boolean
}

/** What somebody else, or another tab, made of it meanwhile. */
export type Theirs = { version: number; state: string; changedBy: string; changedAt: string; message: string }

/** What stands there now, of a save that was refused for it. */
export const theirsIn = (cause: unknown): Theirs | null => {
  if (!(cause instanceof ApiFailure) || cause.code !== 'changed_meanwhile') return null
  const { version, state = '', changedBy = '', changedAt = '', message = '' } = cause.fields
  return { version: Number(version), state, changedBy, changedAt, message }
}

/** Where a message is kept. One that is scheduled becomes a draft before it is written over. */
function placeOf(opened: Opened | null, kept: string) {
  const id = opened?.id ?? crypto.randomUUID()
  let isScheduled = opened?.state === 'scheduled'
  const put = async (version: number, text: string) => {
    const from = isScheduled ? (await call(cancelSchedule, { params: { id } })).version : version
    isScheduled = false
    return (await call(saveDraft, { params: { id }, body: { ...(JSON.parse(text) as SavedBody), version: from } }))
      .version
  }
  return { id, keeper: createKeeper({ version: opened?.version ?? 0, kept: opened?.isFromHere ? '' : kept }, put) }
}

/** How the text in sight is kept: nowhere yet, by the server, on this device for the time being, or not at all. */
type Saved = { text: string; at: Date | null; where: 'server' | 'device' | 'nowhere' }

type Keeping = {
  opened: Opened | null
  /** As it stands, in one text. */
  text: string
  /** Something was written or chosen here. */
  isTouched: boolean
  /** Nothing is on its way that takes the draft along. */
  isResting: boolean
}

/** Keeps what is written after a pause, when the page is left for another app, and when the network is back. */
export function useKept({ opened, text, isTouched, isResting }: Keeping) {
  const refresh = useRefresh()
  const { accountId } = useSession()
  const [place, setPlace] = useState(() => placeOf(opened, text))
  const [saved, setSaved] = useState<Saved>({ text: opened?.isFromHere ? '' : text, at: null, where: 'server' })
  const [theirs, setTheirs] = useState<Theirs | null>(null)

  const keepIn = async ({ id, keeper }: typeof place, now: string): Promise<number> => {
    try {
      const version = await keeper.save(now)
      setSaved({ text: now, at: presentTime(), where: 'server' })
      void dropHere(id)
      void refresh(listDrafts)
      return version
    } catch (cause) {
      const at = presentTime()
      const body = JSON.parse(now) as SavedBody
      const left = { accountId, id, version: keeper.version(), body, at: at.toISOString() }
      const isHere = isAway(cause) && (await keepHere(left))
      setSaved((before) => (isHere ? { text: now, at, where: 'device' } : { ...before, where: 'nowhere' }))
      setTheirs(theirsIn(cause))
      throw cause
    }
  }
  const isBegun = isTouched || opened?.isFromHere === true
  const mayKeep = opened?.state !== 'scheduled' && isBegun && isResting && theirs === null
  const keepSoon = useEffectEvent((now: string) => {
    // Said on the page; nobody waits for it.
    if (mayKeep && (now !== saved.text || saved.where === 'device')) void keepIn(place, now).catch(() => null)
  })
  useEffect(() => {
    const timer = setTimeout(() => keepSoon(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const keepAtOnce = useEffectEvent(() => keepSoon(text))
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && keepAtOnce()
    const online = () => keepAtOnce()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('online', online)
    }
  }, [])

  return {
    id: place.id,
    savedAt: saved.at,
    where: saved.where,
    isKept: saved.text === text,
    hasBegun: () => place.keeper.hasBegun(),
    version: () => place.keeper.version(),
    save: (now = text) => keepIn(place, now),
    /** Takes away what was kept from here; what was opened stays as it was saved last. */
    discard: async () => {
      void dropHere(place.id)
      const isOwn = opened === null || (opened.isFromHere === true && opened.version === 0)
      if (isOwn && place.keeper.hasBegun()) await call(deleteDrafts, { body: { ids: [place.id] } })
      void refresh(listDrafts)
    },
    theirs,
    dismiss: () => setTheirs(null),
    /** Writes over theirs; where theirs is on its way already, mine becomes a draft of its own. */
    keepMine: () => {
      const isOpen = theirs?.state === 'draft' || theirs?.state === 'failed'
      const next = isOpen ? place : placeOf(null, '')
      if (isOpen) place.keeper.adopt(theirs.version)
      else setPlace(next)
      setTheirs(null)
      void keepIn(next, text).catch(() => null)
    },
  }
}

export type Kept = ReturnType<typeof useKept>
