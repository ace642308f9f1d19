import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readMyDay } from '#contract/followup/day.ts'
import { removeActivity } from '#contract/followup/existing-clients.ts'
import type { Channel, Outcome } from '#contract/followup/look-ups.ts'
import { readNewcomer, snoozeNewcomer } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { LONG, toast, undo } from '../../ui/toasts/index.ts'
import { failureText, outcomeWords } from '../words.ts'
import { keepOutcome, sendKept, sendOutcome } from './kept-outcomes.ts'

const DAY_MS = 86_400_000
/** Days until they come back into the day. */
export const comesBack: Partial<Record<Outcome, number>> = { no_answer: 1, call_later: 1, left_message: 2 }

/** What was said by mistake is taken back, and the card stands where it stood. */
function useTakeBack(personId: string) {
  const t = useTexts()
  const takeBack = async (id: string) => {
    await call(removeActivity, { params: { id } })
    await call(snoozeNewcomer, { params: { id: personId }, body: { until: null } })
  }
  return useCall(takeBack, {
    refreshes: [readMyDay, readNewcomer],
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

type Said = { channel: Channel; outcome: Outcome; text: string }

/** Says how it went. Without a network it is kept on this device and sent later. */
export function useOutcome({ personId, firstName }: { personId: string; firstName: string }, done: () => void) {
  const t = useTexts()
  const format = useFormat()
  const { accountId } = useSession()
  const takeBack = useTakeBack(personId)
  const written = (said: Said) => {
    const days = comesBack[said.outcome]
    const snoozeUntil = days === undefined ? null : new Date(presentTime().getTime() + days * DAY_MS).toISOString()
    return { ...said, personId, snoozeUntil, key: crypto.randomUUID() }
  }
  const save = async (said: Said) => {
    const outcome = written(said)
    try {
      return { outcome, id: (await sendOutcome(outcome)).id }
    } catch (cause) {
      if (!navigator.onLine && (await keepOutcome({ ...outcome, accountId }))) return { outcome, id: null }
      throw cause
    }
  }
  return useCall(save, {
    refreshes: [readMyDay, readNewcomer],
    done: ({ outcome: { outcome, snoozeUntil }, id }) => {
      done()
      if (id === null)
        return void toast.info(t('followup.day.kept'), { text: t('followup.day.keptText'), duration: LONG })
      const title = t('followup.day.outcomeSaved', { outcome: t(outcomeWords[outcome]) })
      const text = snoozeUntil
        ? t('followup.day.comesBack', { name: firstName, at: format.shortDateTime(snoozeUntil) })
        : undefined
      return void toast.ok(title, { ...undo(t('ui.toast.undo'), () => takeBack.run(id)), ...(text && { text }) })
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

/** Sends what this device kept, now and whenever the network is back. */
export function useKeptOutcomes(): void {
  const { accountId } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    const send = async () => {
      if ((await sendKept(accountId)) > 0) await client.invalidateQueries({ queryKey: keyOf(readMyDay) })
    }
    const soon = () => void send()
    soon()
    addEventListener('online', soon)
    return () => removeEventListener('online', soon)
  }, [accountId, client])
}
