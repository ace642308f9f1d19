import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { quoteWrittenSms, sendSms } from '#contract/followup/existing-clients.ts'
import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useSettled } from '../../device/clock.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconSend } from '../../ui/icons.ts'
import { LONG, toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import classes from './person.module.css'

const PAUSE_MS = 400

/** What it costs, a moment after the last key: only the server knows the route and the units. */
function useCost(id: string, message: string) {
  const asked = useSettled(message, PAUSE_MS) ?? ''
  const { data } = useQuery({
    queryKey: [...keyOf(quoteWrittenSms), id, asked],
    queryFn: ({ signal }) => call(quoteWrittenSms, { params: { id }, body: { message: asked } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return data
}

function useSendSms(id: string, done: () => void) {
  const t = useTexts()
  return useCall(
    ({ subject, message }: { subject: string; message: string }) =>
      call(sendSms, { params: { id }, body: { subject, message } }),
    {
      refreshes: [readNewcomer, readMyDay, quoteWrittenSms],
      done: (answer) => {
        if (!answer.status) return void toast.bad(answer.message, { duration: LONG })
        done()
        return void toast.ok(t('followup.write.sent'))
      },
      failed: (failure) => void toast.bad(t(failureText(failure))),
    },
  )
}

/** One SMS by hand: in whose name, how long, and what it costs before it goes. */
export function SmsForm({ detail: { person } }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const [message, setMessage] = useState('')
  const [sender, setSender] = useState('')
  const cost = useCost(person.id, message)
  const send = useSendSms(person.id, () => setMessage(''))
  const { characters, segments: pages } = segmentsOf(message.trim())
  const senders = cost?.senders ?? []
  const isShort = cost !== undefined && cost.units > cost.available
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    send.run({ subject: sender, message })
  }
  return (
    <form className={classes['stack']} onSubmit={submit}>
      <SelectField
        label={t('followup.write.sender')}
        value={sender || (senders[0] ?? '')}
        hint={cost && senders.length === 0 ? t('followup.write.noSender') : undefined}
        onChange={({ currentTarget }) => setSender(currentTarget.value)}
      >
        {senders.map((mask) => (
          <option key={mask} value={mask}>
            {mask}
          </option>
        ))}
      </SelectField>
      <AreaField
        label={t('followup.write.message', { name: person.firstName })}
        value={message}
        required
        rows={4}
        maxLength={1600}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <div className={classes['cost']}>
        <span className="small muted num">{t('followup.write.size', { characters, pages })}</span>
        {cost && message.trim() !== '' && (
          <span className="small muted num" role="status">
            {isShort
              ? t('followup.write.short', { available: cost.available })
              : t('followup.write.units', {
                  units: cost.units,
                  before: cost.available,
                  after: cost.available - cost.units,
                })}
          </span>
        )}
      </div>
      <Button
        type="submit"
        kind="primary"
        icon={IconSend}
        busy={send.busy}
        disabled={isShort || (cost !== undefined && senders.length === 0)}
        className={classes['end']}
      >
        {t('followup.write.send')}
      </Button>
    </form>
  )
}
