import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  register,
  readAttendance,
  readHome,
  readPass,
  readRegistrable,
  cancelChild,
  waitForClass,
  type Registrable,
} from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { useTexts, type TextId, type Translate } from '../../../languages/index.ts'
import { LONG, toast } from '../../../ui/toasts/index.ts'
import { upcomingCheckinEvents } from '#contract/checkin/events.ts'
import { dropPass, keepPass } from '../session/kept-passes.ts'
import { load, outdate } from '../reading/use-read.ts'
import { failureWords } from '../reading/failure-words.ts'

/** Everything that was known of an event is out of date now. What this screen shows and the pass on this phone are read at once. */
export function afterChange(eventId: string, registrationId: string | null): void {
  outdate(readRegistrable, { params: { id: eventId } })
  load(readRegistrable, { params: { id: eventId } }).catch(() => undefined)
  outdate(upcomingCheckinEvents)
  outdate(readHome)
  outdate(readAttendance)
  if (registrationId) refreshPass(registrationId).catch(() => undefined)
}

async function refreshPass(id: string): Promise<void> {
  try {
    await keepPass(await load(readPass, { params: { id } }))
  } catch (failure) {
    // The last of the family was taken out.
    if (failure instanceof ApiFailure && failure.code === 'not_found') await dropPass(id)
  }
}

type Children = { personId: string; classId: string }[]

const AGAIN_MS = 5000

/** Nobody knows whether the server heard it: asked again, it gives the same answer. */
const isLost = ({ status, code }: ApiFailure): boolean => status === 0 || code === 'unavailable'

const words: Partial<Record<ApiFailure['code'], TextId>> = {
  class_removed: 'portal.register.classGone',
  registration_closed: 'portal.register.closedNow',
  in_class: 'portal.register.inClassNow',
  subscription_expired: 'portal.register.shut',
  member_capacity_exceeded: 'portal.register.shut',
}

/** What stopped a press, in words; null: nothing we could explain. */
function wordsFor(t: Translate, { code, fields }: ApiFailure): string | null {
  if (code === 'class_full') return t('portal.register.classesFull', { classes: Object.values(fields).join(', ') })
  const id = words[code]
  return id ? t(id) : null
}

/** Until it is heard: as soon as the network is said to be back, and now and then besides. */
function useAgain(isWaiting: boolean, act: () => void): void {
  const again = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    const onBack = () => again()
    const timer = setInterval(onBack, AGAIN_MS)
    window.addEventListener('online', onBack)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', onBack)
    }
  }, [isWaiting])
}

/** The browser asks before the page goes with a press that nobody has answered. */
function useWarning(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnderWay])
}

/**
 * Registers those who were chosen. While one press is under way others do nothing. Without a network the press is kept
 * and asked again with the same children until it is answered or stopped.
 */
export function useRegister(eventId: string, onRefused: () => void) {
  const t = useTexts()
  const [pressed, setPressed] = useState<Children | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [done, setDone] = useState<Result<typeof register> | null>(null)
  const asking = useRef<AbortController>(undefined)

  const end = () => {
    setPressed(null)
    setWaiting(false)
  }
  const fail = (failure: ApiFailure) => {
    const said = wordsFor(t, failure)
    setTrouble(said)
    if (!said && !isLost(failure)) toast.bad(t('portal.register.oops'), { duration: LONG })
    if (!isLost(failure)) {
      end()
      onRefused()
    } else setWaiting(true)
  }
  const ask = async (children: Children) => {
    if (asking.current) return
    const { signal } = (asking.current = new AbortController())
    try {
      const answer = await call(register, { params: { id: eventId }, body: { children } }, { signal })
      end()
      afterChange(eventId, answer.registrationId)
      setDone(answer)
    } catch (failure) {
      if (signal.aborted) return
      if (!(failure instanceof ApiFailure)) throw failure
      // Said once, however often it is tried.
      if (!isWaiting || !isLost(failure)) fail(failure)
    } finally {
      asking.current = undefined
    }
  }
  useAgain(isWaiting, () => pressed && void ask(pressed))
  useEffect(() => () => asking.current?.abort(), [])
  useWarning(pressed !== null)

  return {
    isBusy: pressed !== null,
    isWaiting,
    trouble,
    done,
    register: (children: Children) => {
      if (pressed) return
      setTrouble(null)
      setPressed(children)
      void ask(children)
    },
    stop: () => {
      asking.current?.abort()
      end()
      // It may have been heard all the same.
      afterChange(eventId, null)
    },
  }
}

type After = { onChanged: (person: Registrable) => void; onRefused: () => void }

/** What is done for one person at once, apart from the big press: waiting for a place, giving one up. */
export function usePersonActs(eventId: string, { onChanged, onRefused }: After) {
  const t = useTexts()
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (person: Registrable, act: () => Promise<void>) => {
    if (busy) return
    setBusy(person.personId)
    try {
      await act()
      onChanged(person)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      const lost = 'portal.register.failed'
      toast.bad(wordsFor(t, failure) ?? failureWords(t, failure, { network: lost, timeout: lost }))
      if (failure.code === 'class_full') onRefused()
    } finally {
      setBusy(null)
    }
  }
  const params = (person: Registrable) => ({ params: { id: eventId, personId: person.personId } })
  return {
    busy,
    /** `first`: those of the family who were chosen for the class take their places in the same step. */
    wait: (person: Registrable, classId: string, first: readonly Registrable[]) =>
      void run(person, async () => {
        const body = { personId: person.personId, classId, first: first.map(({ personId }) => personId) }
        const { outcome, place } = await call(waitForClass, { params: { id: eventId }, body })
        const name = person.firstName
        if (outcome === 'registered') toast.ok(t('portal.register.gotPlace', { name }))
        else if (first.length === 0) toast.ok(t('portal.register.nowWaits', { name, place: place ?? 1 }))
        else {
          const others = first.map(({ firstName }) => firstName).join(', ')
          toast.ok(t('portal.register.nowWaitsToo', { name, place: place ?? 1, others, count: first.length }))
        }
      }),
    leaveLine: (person: Registrable) =>
      void run(person, async () => {
        await call(cancelChild, params(person))
        toast.ok(t('portal.register.left', { name: person.firstName }))
      }),
    cancel: (person: Registrable) =>
      void run(person, async () => {
        await call(cancelChild, params(person))
        toast.ok(t('portal.register.cancelled', { name: person.firstName }))
      }),
  }
}
