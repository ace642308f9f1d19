import { useEffect, useState } from 'react'
import { listPush, sendPush, testPush } from '#contract/messaging/push.ts'
import { listPushSchedules, schedulePush, sendScheduledPush } from '#contract/messaging/push-schedules.ts'
import { call } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { bodyOf, missingIn, type Missing, type Opened, type Written } from './written.ts'

const failures: Partial<Record<string, TextId>> = {
  network: 'messaging.compose.noInternet',
  timeout: 'messaging.pushWrite.tookTooLong',
  no_recipients: 'messaging.pushWrite.nobody',
  already_sent: 'messaging.pushScheduled.tooLate',
  changed_meanwhile: 'messaging.draft.changedMeanwhile',
}

/** Sends a notification once a press, however often the answer is lost, and says what came of it. */
function useSending(schedule: Opened['schedule'], onSent: (id: string) => void) {
  const t = useTexts()
  const { keyFor, done } = useIdempotencyKey()
  const send = (written: Written) => {
    const body = bodyOf(written)
    if (!schedule) return call(sendPush, { body }, { idempotencyKey: keyFor(body) })
    // What waits for its time goes instead of then, not besides.
    const { id, version } = schedule
    return call(
      sendScheduledPush,
      { params: { id }, body: { ...body, version } },
      { idempotencyKey: keyFor({ ...body, id }) },
    )
  }
  return useCall(send, {
    refreshes: [listPush, listPushSchedules],
    done: ({ id }) => {
      done()
      toast.ok(t('messaging.pushWrite.sent'))
      onSent(id)
    },
    failed: ({ code }) => toast.bad(t(failures[code] ?? 'messaging.pushWrite.sendingFailed')),
  })
}

function useTest() {
  const t = useTexts()
  const test = ({ title, message }: Written) =>
    call(testPush, { body: { title: title.trim(), message: message.trim() } }, { idempotencyKey: crypto.randomUUID() })
  return useCall(test, {
    done: () => toast.ok(t('messaging.pushWrite.tested')),
    failed: ({ code }) =>
      toast.bad(t(code === 'no_recipients' ? 'messaging.pushWrite.noOwnDevice' : 'messaging.pushWrite.testFailed')),
  })
}

/** What is left behind on purpose is not asked about: first the page knows that, then it goes. */
function useLeaving() {
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  useEffect(() => goOn?.(), [goOn])
  return { isLeaving: goOn !== null, leave: (go: () => void) => setGoOn(() => go) }
}

/** What is written, what is missing of it, and the ways it goes. */
export function useWriting({ written: initial, schedule }: Opened, onSent: (id: string) => void) {
  const [written, setWritten] = useState(initial)
  const [shown, setShown] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  // The first save of a schedule makes it: a repeated one is the same.
  const [newId] = useState(() => crypto.randomUUID())
  const refresh = useRefresh()
  const leaving = useLeaving()
  const sending = useSending(schedule, (id) => leaving.leave(() => onSent(id)))
  const test = useTest()
  const missing: Missing = missingIn(written)
  const whenWhole = (go: () => void) => () => {
    setShown(true)
    if (Object.keys(missing).length === 0) go()
  }
  return {
    ...leaving,
    written,
    change: (part: Partial<Written>) => setWritten((before) => ({ ...before, ...part })),
    missing: shown ? missing : {},
    isSending: sending.busy,
    isTesting: test.busy,
    isScheduling,
    send: whenWhole(() => sending.run(written)),
    test: () => test.run(written),
    askTime: whenWhole(() => setScheduling(true)),
    closeTime: () => setScheduling(false),
    schedule: async ({ localTime }: { localTime: string }) => {
      const { id, version } = schedule ?? { id: newId, version: 0 }
      await call(schedulePush, { params: { id }, body: { ...bodyOf(written), localTime, version } })
      await refresh(listPushSchedules)
    },
  }
}
