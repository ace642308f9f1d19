import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { register } from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { useTexts, type TextId, type Translate } from '../../../languages/index.ts'
import { afterChange } from './after-change.ts'
import { LONG, toast } from '../../../ui/toasts/index.ts'

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
export function wordsFor(t: Translate, { code, fields }: ApiFailure): string | null {
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
