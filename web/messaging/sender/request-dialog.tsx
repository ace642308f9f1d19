import { useState } from 'react'
import { SENDER_ID_MAX_LENGTH, SENDER_ID_MIN_LENGTH, SENDERS_WAITING_MAX } from '#contract/messaging/sender-ids.ts'
import { ApiFailure } from '../../api/call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { documentNames } from './networks.tsx'
import { useRequestSender, useSenderIds } from './sender-ids.ts'

const PENDING_MS = 6000
/** Longer ones are refused in words, and not cut while they are typed. */
const TYPED_MAX = 40

const isMask = (text: string) =>
  text.length >= SENDER_ID_MIN_LENGTH && text.length <= SENDER_ID_MAX_LENGTH && /^[A-Za-z0-9]+$/.test(text)

const failures: Partial<Record<string, TextId>> = {
  senders_waiting: 'messaging.sender.waitingMost',
  too_many_tries: 'messaging.sender.tooMany',
  network: 'messaging.compose.noInternet',
}
const failureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && failures[failure.code]) || 'messaging.sender.notRequested'

/** Says how the request stands, by the status that was answered. */
function useStatusToast() {
  const t = useTexts()
  return (status: number) => {
    if (status === 0)
      toast.warn(t('messaging.sender.pendingTitle'), { text: t('messaging.sender.pending'), duration: PENDING_MS })
    else if (status === 1) toast.warn(t('messaging.sender.processingTitle'), { text: t('messaging.sender.processing') })
    else if (status === 2) toast.ok(t('messaging.sender.approved'))
    else toast.bad(t('messaging.sender.refusedTitle'), { text: t('messaging.sender.refused') })
  }
}

type RequestDialogProps = {
  /** What was typed already. */
  typed?: string
  onClose: () => void
  /** The church has it now, in whatever state. */
  onRequested?: (mask: string) => void
}

function useRequesting({ typed = '', onClose, onRequested }: RequestDialogProps) {
  const [mask, setMask] = useState(typed)
  const [isChecked, setChecked] = useState(false)
  const tell = useStatusToast()
  const request = useRequestSender()
  const wanted = mask.trim()
  const submit = () => {
    setChecked(true)
    if (request.busy || !isMask(wanted)) return
    request.run(wanted, {
      done: (answer) => {
        tell(answer.status)
        onRequested?.(answer.mask)
        onClose()
      },
    })
  }
  const type = (text: string) => {
    request.forget()
    setMask(text)
  }
  return { mask, type, submit, request, isWrong: isChecked && !isMask(wanted), check: () => setChecked(true) }
}

/** What the networks of the country usually want to see, as far as it is known from another sender ID. */
function UsuallyAsked() {
  const t = useTexts()
  const networks = useSenderIds().data?.flatMap((one) => one.networks) ?? []
  const usually = [...new Set(networks.flatMap((one) => one.usually))]
  if (usually.length === 0) return null
  return (
    <p className="small muted">
      {t('messaging.network.usually', { documents: usually.map((one) => t(documentNames[one])).join(', ') })}
    </p>
  )
}

/** Asks for a sender ID. No form of its own, because it opens inside one. */
export function RequestDialog(props: RequestDialogProps) {
  const t = useTexts()
  const { mask, type, submit, request, isWrong, check } = useRequesting(props)
  const actions = (
    <>
      <Button onClick={props.onClose}>{t('messaging.sender.cancel')}</Button>
      <Button kind="primary" busy={request.busy} onClick={submit}>
        {t('messaging.sender.request')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={props.onClose} title={t('messaging.sender.requestTitle')} actions={actions}>
      <TextField
        label={t('messaging.sender.enter')}
        hint={t('messaging.sender.hint')}
        error={isWrong ? t('messaging.sender.wrong') : undefined}
        value={mask}
        maxLength={TYPED_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        onBlur={() => mask !== '' && check()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
      <p className="small muted">{t('messaging.sender.decided')}</p>
      <UsuallyAsked />
      {request.failure && <Note tone="bad">{t(failureText(request.failure), { count: SENDERS_WAITING_MAX })}</Note>}
    </Dialog>
  )
}
