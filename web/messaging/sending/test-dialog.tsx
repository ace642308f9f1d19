import { useState } from 'react'
import { testSms } from '#contract/messaging/sms.ts'
import { readSession } from '#contract/identity/session.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'

type TestMessage = {
  senderId: string
  message: string
  neutralName: string | undefined
  /** Which way it goes, and whether it ends in the opt-out link, as far as that was chosen. */
  choices: { routeId?: string; optOutLink?: boolean }
}

const failures: Partial<Record<string, TextId>> = {
  network: 'messaging.compose.noInternet',
  timeout: 'messaging.compose.tookTooLong',
  not_enough_units: 'messaging.test.noUnits',
  sender_not_approved: 'messaging.test.notApproved',
  too_many_tries: 'messaging.test.tooMany',
}

function useTest({ senderId, message, neutralName, choices }: TestMessage) {
  const [press, setPress] = useState<{ phone: string; key: string } | null>(null)
  const test = useCall(
    ({ phone, key }: { phone: string; key: string }) =>
      call(
        testSms,
        { body: { senderId, message, phone, ...choices, ...(neutralName && { neutralName }) } },
        { idempotencyKey: key },
      ),
    { refreshes: [readSession] },
  )
  /** The same number again, after an answer that was lost, is the same message. */
  const pressOf = (phone: string) => (press?.phone === phone ? press : { phone, key: crypto.randomUUID() })
  const run = (phone: string, done: (units: number) => void) => {
    const next = pressOf(phone)
    setPress(next)
    test.run(next, { done: ({ units }) => done(units) })
  }
  return { run, busy: test.busy, failure: test.failure, forget: test.forget }
}

/** What is wrong with the number itself, as the server says. */
const phoneFault = (failure: ApiFailure | null) =>
  failure?.code === 'invalid_input' ? failure.fields['phone'] : undefined

/** Sends the message to one's own phone. */
export function TestDialog({ onClose, ...message }: TestMessage & { onClose: () => void }) {
  const t = useTexts()
  const [phone, setPhone] = useState('')
  const { run, busy, failure, forget } = useTest(message)
  const wrong = phoneFault(failure)
  const submit = () => {
    if (phone.trim() === '') return
    run(phone.trim(), (units) => {
      toast.ok(t('messaging.test.sent', { count: units }))
      onClose()
    })
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.sender.cancel')}</Button>
      <Button kind="primary" busy={busy} disabled={phone.trim() === ''} onClick={submit}>
        {t('messaging.test.send')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.test.title')} actions={actions}>
      <TextField
        label={t('messaging.test.phone')}
        hint={t('messaging.test.hint')}
        error={wrong}
        type="tel"
        dir="ltr"
        autoComplete="tel"
        value={phone}
        maxLength={40}
        onChange={(event) => {
          forget()
          setPhone(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
      {failure && wrong === undefined && <Note tone="bad">{t(failures[failure.code] ?? 'messaging.test.failed')}</Note>}
    </Dialog>
  )
}
