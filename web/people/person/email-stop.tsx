import { useState } from 'react'
import type { AddressStop } from '#contract/people/consent.ts'
import { readPerson, releaseEmail, type PersonDetail } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { usePeopleChanged } from '../queries.ts'
import classes from './person.module.css'

const stopWords = {
  hard: 'people.email.stopHard',
  soft: 'people.email.stopSoft',
  complaint: 'people.email.stopComplaint',
} as const

type Props = { person: PersonDetail; stop: AddressStop; canWrite: boolean }

/** Why no emails go to this person's address, as their server said it; whoever knows better says why, and they go again. */
export function EmailStop({ person: { id }, stop, canWrite }: Props) {
  const t = useTexts()
  const format = useFormat()
  const changed = usePeopleChanged()
  const [reason, setReason] = useState('')
  const params = { id }
  const release = useCall((body: { reason: string }) => call(releaseEmail, { params, body }), {
    fills: read(readPerson, { params }),
    done: () => {
      void changed()
      toast.ok(t('people.email.released'))
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  const day = format.day(calendarDay(new Date(stop.at), format.timeZone))
  return (
    <Note tone="warn">
      <p>{t(stopWords[stop.reason], { day })}</p>
      {stop.words && <p className="small muted">{t('people.email.theirWords', { words: stop.words })}</p>}
      {canWrite && (
        <form
          className={classes['release']}
          onSubmit={(event) => {
            event.preventDefault()
            release.run({ reason: reason.trim() })
          }}
        >
          <TextField
            label={t('people.email.why')}
            value={reason}
            required
            minLength={3}
            maxLength={200}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" size="sm" busy={release.busy}>
            {t('people.email.release')}
          </Button>
        </form>
      )}
    </Note>
  )
}
