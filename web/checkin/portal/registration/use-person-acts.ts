import { useState } from 'react'
import { cancelChild, waitForClass, type Registrable } from '#contract/checkin/registration.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { useTexts } from '../../../languages/index.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../shared/failure-words.ts'
import { wordsFor } from './use-register.ts'

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
