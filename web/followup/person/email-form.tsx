import { useState, type SyntheticEvent } from 'react'
import { sendEmail } from '#contract/followup/existing-clients.ts'
import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { IconSend } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import classes from './person.module.css'

/** One email by hand. */
export function EmailForm({ detail: { person } }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const send = useCall(() => call(sendEmail, { params: { id: person.id }, body: { subject, message } }), {
    refreshes: [readNewcomer, readMyDay],
    done: () => {
      setSubject('')
      setMessage('')
      toast.ok(t('followup.write.sent'))
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    send.run()
  }
  return (
    <form className={classes['stack']} onSubmit={submit}>
      <TextField
        label={t('followup.write.subject')}
        value={subject}
        required
        maxLength={200}
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      <AreaField
        label={t('followup.write.message', { name: person.firstName })}
        value={message}
        required
        rows={5}
        maxLength={3700}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <Button type="submit" kind="primary" icon={IconSend} busy={send.busy} className={classes['end']}>
        {t('followup.write.send')}
      </Button>
    </form>
  )
}
