import { useEffect, useEffectEvent, useState } from 'react'
import { deleteDrafts } from '#contract/messaging/drafts.ts'
import { keepEmail, listKeptEmails, scheduleEmail, unscheduleEmail } from '#contract/messaging/kept-emails.ts'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { theirsIn, type Opened, type Theirs } from '../compose/use-kept.ts'
import { createKeeper } from '../draft/keeper.ts'
import { bodyOf, type Written } from './written.ts'

const PAUSE_MS = 1500

/** Where an email is kept. One that is scheduled becomes a draft before it is written over. */
function placeOf(opened: Opened | null, kept: string) {
  const id = opened?.id ?? crypto.randomUUID()
  let isScheduled = opened?.state === 'scheduled'
  const put = async (version: number, text: string) => {
    const from = isScheduled ? (await call(unscheduleEmail, { params: { id } })).version : version
    isScheduled = false
    const body = { ...(JSON.parse(text) as ReturnType<typeof bodyOf>), version: from }
    return (await call(keepEmail, { params: { id }, body })).version
  }
  return { id, keeper: createKeeper({ version: opened?.version ?? 0, kept }, put) }
}

type Keeping = {
  opened: Opened | null
  written: Written
  isTouched: boolean
  /** Nothing is on its way that takes the draft along. */
  isResting: boolean
}

/** Keeps what is written after a pause and when the page is left for another app; two who write the same are told. */
export function useKeeping({ opened, written, isTouched, isResting }: Keeping) {
  const refresh = useRefresh()
  const text = JSON.stringify(bodyOf(written))
  const [place, setPlace] = useState(() => placeOf(opened, text))
  const [saved, setSaved] = useState<{ text: string; version: number; at: Date | null; failed: boolean }>({
    text,
    version: opened?.version ?? 0,
    at: null,
    failed: false,
  })
  const [theirs, setTheirs] = useState<Theirs | null>(null)

  const keepIn = async ({ keeper }: typeof place, now: string): Promise<number> => {
    try {
      const version = await keeper.save(now)
      setSaved({ text: now, version, at: presentTime(), failed: false })
      void refresh(listKeptEmails)
      return version
    } catch (cause) {
      setSaved((before) => ({ ...before, failed: true }))
      setTheirs(theirsIn(cause))
      throw cause
    }
  }
  const mayKeep = opened?.state !== 'scheduled' && isTouched && isResting && theirs === null
  const keepSoon = useEffectEvent((now: string) => {
    // Said on the page; nobody waits for it.
    if (mayKeep && now !== saved.text) void keepIn(place, now).catch(() => null)
  })
  useEffect(() => {
    const timer = setTimeout(() => keepSoon(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const keepAtOnce = useEffectEvent(() => keepSoon(text))
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && keepAtOnce()
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [])
  return {
    id: place.id,
    ...saved,
    isKept: saved.text === text,
    save: () => keepIn(place, text),
    schedule: async (localTime: string) => {
      const isWaiting = opened?.state === 'scheduled'
      const version = isWaiting || !place.keeper.hasBegun() ? place.keeper.version() : await keepIn(place, text)
      await call(scheduleEmail, { params: { id: place.id }, body: { ...bodyOf(written), localTime, version } })
      await refresh(listKeptEmails)
    },
    /** Takes away what was kept from here; what was opened stays as it was saved last. */
    discard: async () => {
      if (opened === null && place.keeper.hasBegun()) await call(deleteDrafts, { body: { ids: [place.id] } })
      void refresh(listKeptEmails)
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
