import { useState } from 'react'
import { closePush, readPush, type PushStanding } from '#contract/messaging/push-devices.ts'
import { call } from '../../../api/call.ts'
import { rememberPush } from './push-memory.ts'
import { useFamilySession } from '../session/session.ts'
import { load, outdate, putRead, useRead } from '../reading/use-read.ts'
import { leaveSubscription, lookAtBrowser, subscribeAnew, type Standing } from '../../../device/push-browser.ts'
import { useStanding } from '../../../device/use-standing.ts'
import { DOOR, forgetNotification, tell } from './subscription.ts'

/** True when the server was told; false: the person did not let the browser. */
async function turnOn(personId: string, before: PushStanding): Promise<boolean> {
  // First of all: browsers ask only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return false
  const state = await tell(personId, await subscribeAnew(before.publicKey))
  rememberPush('on')
  putRead(readPush, {}, { ...before, ...state })
  // With this device on their list.
  void load(readPush).catch(() => undefined)
  return true
}

async function turnOff(before: PushStanding): Promise<void> {
  const state = await call(closePush)
  rememberPush('no')
  putRead(readPush, {}, { ...before, ...state, devices: before.devices.filter(({ isThis }) => !isThis) })
  await Promise.all([leaveSubscription(DOOR), forgetNotification()])
}

/** `looking`: not known yet; `unread`: the server could not be asked. */
export type PushState = Standing | 'looking' | 'unread'

/** Whether this device is told by push, and the two presses that change it. */
export function usePush() {
  const personId = useFamilySession()?.person.id
  const { data, failure, reload } = useRead(readPush)
  const [standing = 'looking', setStanding] = useStanding(DOOR)
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
      if (to === 'off') await turnOff(data)
      return to === 'off' || (await turnOn(personId, data))
    } catch (thrown) {
      setRefusal(thrown)
      outdate(readPush)
      return false
    } finally {
      setStanding(await lookAtBrowser(DOOR))
      setWork(null)
    }
  }
  return { state, standing: data, work, refusal, failure, reload, turnOn: () => turn('on'), turnOff: () => turn('off') }
}
