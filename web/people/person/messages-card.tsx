import { Link } from '@tanstack/react-router'
import type { OptOut } from '#contract/people/consent.ts'
import { readPerson, setOptOut, type PersonDetail } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { usePeopleChanged } from '../queries.ts'
import { EmailStop } from './email-stop.tsx'
import classes from './person.module.css'

type Wish = { channel: 'sms' | 'all'; optedOut: boolean }

const saidWords = {
  'sms stopped': 'people.sms.stopped',
  'sms allowed': 'people.sms.allowed',
  'all stopped': 'people.messages.stopped',
  'all allowed': 'people.messages.allowed',
} as const

function useWish({ id }: PersonDetail) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const params = { id }
  return useCall((body: Wish) => call(setOptOut, { params, body }), {
    fills: read(readPerson, { params }),
    done: (_saved, { channel, optedOut }) => {
      void changed()
      toast.ok(t(saidWords[`${channel} ${optedOut ? 'stopped' : 'allowed'}`]))
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

const sourceWords = {
  reply: 'people.messages.byReply',
  link: 'people.messages.byLink',
  desk: 'people.messages.byDesk',
  form: 'people.messages.byForm',
} as const

/** Whether bulk messages go to this person, who stopped them and when; kept for number and address, so nothing is asked without. */
export function MessagesCard({ person, canWrite }: { person: PersonDetail; canWrite: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const canRead = useCan('messages.read')
  const set = useWish(person)
  const { id, phone, email, emailStop, optOuts, samePhone } = person
  if (!phone && !email) return null
  const stopOf = (channel: Wish['channel']) => optOuts.find((one) => one.channel === channel)
  const isOn = (channel: Wish['channel']) => (set.sent?.channel === channel ? !set.sent.optedOut : !stopOf(channel))
  const told = ({ source, at }: OptOut) =>
    t(sourceWords[source], { day: format.day(calendarDay(new Date(at), format.timeZone)) })
  const switchOf = (channel: Wish['channel'], label: string) => {
    const [stop, on] = [stopOf(channel), isOn(channel)]
    return (
      <Switch
        label={label}
        hint={on || !stop ? t(on ? 'people.sms.bulkOn' : 'people.sms.bulkOff') : told(stop)}
        isOn={on}
        disabled={!canWrite}
        onChange={(wanted) => set.run({ channel, optedOut: !wanted })}
      />
    )
  }
  return (
    <Card label={t('people.messages.bulk')}>
      <div className={classes['messages']}>
        {switchOf('all', t('people.messages.bulk'))}
        {phone && isOn('all') && switchOf('sms', t('people.sms.bulk'))}
        {phone && samePhone > 0 && <p className="small muted">{t('people.messages.shared', { count: samePhone })}</p>}
        {emailStop && <EmailStop person={person} stop={emailStop} canWrite={canWrite} />}
        {phone && canRead && (
          <Link to={paths.replies} search={{ of: id }}>
            {t('people.messages.conversation')}
          </Link>
        )}
      </div>
    </Card>
  )
}
