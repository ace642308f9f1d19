import { useState } from 'react'
import { cancelChild, waitForClass, type Registrable } from '#contract/checkin/registration.ts'
import { ApiFailure, call } from '../../../lib/api.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../shared/failure-words.ts'

type After = (person: Registrable) => void

/** What is done for one person at once, apart from the big press: waiting for a place, giving one up. */
export function usePersonActs(eventId: string, onChanged: After) {
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
      toast.bad(
        failureWords(t, failure, {
          network: 'portal.register.failed',
          timeout: 'portal.register.failed',
          registration_closed: 'portal.register.closedNow',
          class_removed: 'portal.register.classGone',
          in_class: 'portal.register.inClassNow',
        }),
      )
    } finally {
      setBusy(null)
    }
  }
  const params = (person: Registrable) => ({ params: { id: eventId, personId: person.personId } })
  return {
    busy,
    wait: (person: Registrable, classId: string) =>
      void run(person, async () => {
        const body = { personId: person.personId, classId }
        const { outcome, place } = await call(waitForClass, { params: { id: eventId }, body })
        const name = person.firstName
        if (outcome === 'registered') toast.ok(t('portal.register.gotPlace', { name }))
        else toast.ok(t('portal.register.nowWaits', { name, place: place ?? 1 }))
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
