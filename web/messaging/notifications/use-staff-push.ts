import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as calls from '#contract/messaging/push-devices.ts'
import type { PushDevice, PushStanding } from '#contract/messaging/push-devices.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { keepPage } from '../../device/keep-page.ts'
import { leaveSubscription, lookAtBrowser, subscribeAnew, wordsOf } from '../../device/push-browser.ts'
import { useStanding } from '../../device/use-standing.ts'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { toast } from '../../ui/toasts/index.ts'
import { DOOR, forgetTold, rememberTold } from './told-here.ts'

async function turnOn({ publicKey }: PushStanding): Promise<boolean> {
  // First of all: browsers ask only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return false
  await call(calls.openStaffPush, { body: wordsOf(await subscribeAnew(publicKey)) })
  return true
}

/** Whether this browser is told, and the press that changes it. */
function useThisDevice(data: PushStanding | undefined) {
  const t = useTexts()
  const refresh = useRefresh()
  const { accountId } = useSession()
  const [standing = 'looking', setStanding] = useStanding(DOOR)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => keepPage(DOOR), [])
  const state = standing === 'on' && data && !data.on ? 'off' : standing
  const turn = async () => {
    if (isBusy || !data) return
    setBusy(true)
    try {
      if (state === 'on') {
        await call(calls.closeStaffPush)
        forgetTold()
        await leaveSubscription(DOOR)
      } else if (await turnOn(data)) {
        rememberTold(accountId)
        toast.ok(t('messaging.ownPush.nowOn'))
      }
    } catch {
      toast.bad(t('messaging.ownPush.failed'))
    } finally {
      await refresh(calls.readStaffPush)
      setStanding(await lookAtBrowser(DOOR))
      setBusy(false)
    }
  }
  return { state, isBusy, turn: () => void turn() }
}

/** When a test has usually come, or is not coming. */
const LOOKS_MS = [2_000, 6_000]

/** All that one is told of by push, on which devices, and what can be changed about it. */
export function useStaffPush() {
  const t = useTexts()
  const refresh = useRefresh()
  const query = useQuery(read(calls.readStaffPush))
  const choose = useCall(
    ({ name, on }: PushStanding['categories'][number]) =>
      call(calls.chooseStaffPush, { params: { category: name }, body: { on } }),
    { refreshes: [calls.readStaffPush], failed: () => toast.bad(t('messaging.ownPush.notSaved')) },
  )
  const test = async ({ id }: PushDevice) => {
    try {
      await call(calls.testStaffDevice, { params: { id } })
      toast.ok(t('messaging.ownPush.tested'))
      for (const wait of LOOKS_MS) setTimeout(() => void refresh(calls.readStaffPush), wait)
    } catch {
      await refresh(calls.readStaffPush)
      toast.bad(t('messaging.ownPush.testFailed'))
    }
  }
  const remove = async ({ id, isThis }: PushDevice) => {
    try {
      await call(calls.removeStaffDevice, { params: { id } })
      if (isThis) {
        forgetTold()
        await leaveSubscription(DOOR)
      }
    } catch {
      toast.bad(t('messaging.ownPush.notSaved'))
    }
    await refresh(calls.readStaffPush)
  }
  return { ...query, here: useThisDevice(query.data), choose: choose.run, test, remove }
}
