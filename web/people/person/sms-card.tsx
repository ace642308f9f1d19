import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readPerson, setSmsOptOut, type PersonDetail } from '#contract/people/persons.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { read } from '../../lib/queries.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'
import classes from './person.module.css'

/** Whether bulk messages go to this person; kept for the number, so nothing is asked without one. */
export function SmsCard({ person, canWrite }: { person: PersonDetail; canWrite: boolean }) {
  const t = useTexts()
  const client = useQueryClient()
  const changed = usePeopleChanged()
  const params = { id: person.id }
  const set = useMutation({
    mutationFn: (optedOut: boolean) => call(setSmsOptOut, { params, body: { optedOut } }),
    onSuccess: (saved) => {
      client.setQueryData(read(readPerson, { params }).queryKey, saved)
      void changed()
      toast.ok(t(saved.smsOptedOut ? 'people.sms.stopped' : 'people.sms.allowed'))
    },
    onError: (failure) => void toast.bad(t(failureText(failure))),
  })
  if (!person.phone) return null
  const isOn = set.isPending ? !set.variables : !person.smsOptedOut
  return (
    <Card label={t('people.sms.bulk')}>
      <label className={classes['switch']} aria-label={t('people.sms.bulk')}>
        <input
          type="checkbox"
          role="switch"
          aria-label={t('people.sms.bulk')}
          aria-checked={isOn}
          checked={isOn}
          disabled={!canWrite}
          onChange={() => !set.isPending && set.mutate(isOn)}
        />
        <span>
          <span className="strong">{t('people.sms.bulk')}</span>
          <span className="small muted">{t(isOn ? 'people.sms.bulkOn' : 'people.sms.bulkOff')}</span>
        </span>
      </label>
    </Card>
  )
}
