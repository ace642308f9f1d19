import { useEffect, useState } from 'react'
import { closePush, readPush } from '#contract/checkin/push.ts'
import { call } from '../../../api/call.ts'
import { rememberPush } from './push-memory.ts'
import { useFamilySession } from '../session/session.ts'
import { outdate, putRead, useRead } from '../reading/use-read.ts'
import {
  leaveSubscription,
  lookAtBrowser,
  subscribeAnew,
  type Standing,
  forgetNotification,
  tell,
} from './subscription.ts'

/** What the browser says, followed while the page is looked at: leave may be given and taken elsewhere. Undefined: not known yet. */
function useStanding() {
  const [standing, setStanding] = useState<Standing>()
  useEffect(() => {
    const look = async () => setStanding(await lookAtBrowser())
    const onSeen = () => void look()
    void look()
    window.addEventListener('focus', onSeen)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      window.removeEventListener('focus', onSeen)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [])
  return [standing, setStanding] as const
}

/** True when the server was told; false: the person did not let the browser. */
async function turnOn(personId: string, publicKey: string): Promise<boolean> {
  // First of all: browsers ask only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return false
  const state = await tell(personId, await subscribeAnew(publicKey))
  rememberPush('on')
  putRead(readPush, {}, { ...state, publicKey })
  return true
}

async function turnOff(publicKey: string): Promise<void> {
  const state = await call(closePush)
  rememberPush('no')
  putRead(readPush, {}, { ...state, publicKey })
  await Promise.all([leaveSubscription(), forgetNotification()])
}

/** `looking`: not known yet; `unread`: the server could not be asked. */
export type PushState = Standing | 'looking' | 'unread'

/** Whether this device is told by push, and the two presses that change it. */
export function usePush() {
  const personId = useFamilySession()?.person.id
  const { data, failure, reload } = useRead(readPush)
  const [standing = 'looking', setStanding] = useStanding()
  const [work, setWork] = useState<'on' | 'off' | null>(null)
  const [refusal, setRefusal] = useState<unknown>()
  const state = ((): PushState => {
    if (standing !== 'on' && standing !== 'off') return standing
    if (!data || personId === undefined) return failure === undefined ? 'looking' : 'unread'
    return standing === 'on' && data.on ? 'on' : 'off'
  })()
  const turn = async (to: 'on' | 'off'): Promise<boolean> => {
    if (work || !data || personId === undefined) return false
    setWork(to)
    setRefusal(undefined)
    try {
      if (to === 'off') await turnOff(data.publicKey)
      return to === 'off' || (await turnOn(personId, data.publicKey))
    } catch (thrown) {
      setRefusal(thrown)
      outdate(readPush)
      return false
    } finally {
      setStanding(await lookAtBrowser())
      setWork(null)
    }
  }
  return { state, work, refusal, failure, reload, turnOn: () => turn('on'), turnOff: () => turn('off') }
}
