import type { ReactNode, InputHTMLAttributes } from 'react'
import type { ApiFailure } from '../../api/call.ts'
import { useFormCall } from '../../api/use-act.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import type { ConsoleChange } from '#contract/operator/changes.ts'
import { toast } from '../../ui/toasts/index.ts'
import classes from './console.module.css'

type FormDialogProps = {
  title: string
  /** On the button that sends the form. */
  submit: string
  isDanger?: boolean
  /** What the form is about is on its way: nothing can be sent yet. */
  isWaiting?: boolean
  /** Sends; the dialog stays open with the reason when it throws an `ApiFailure`. */
  onSend: (form: FormData) => Promise<void>
  onClose: () => void
  failureWords?: Partial<Record<ApiFailure['code'], TextId>>
  children: ReactNode
}

/** A dialog with a form: its fields, why it did not go through, the way back and the act. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isDanger, isWaiting = false, onSend, onClose, failureWords, children } = props
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall(onSend)
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack" onSubmit={onSubmit}>
        {children}
        <FormFoot note={<ConsoleFailure failure={failure} {...(failureWords && { words: failureWords })} />}>
          <Button onClick={onClose}>{t('operator.form.cancel')}</Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} busy={busy} disabled={isWaiting}>
            {submit}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

/** Says that what was asked for waits for a second operator; without a change, that it is like this already. */
export function useWaits() {
  const t = useTexts()
  return (change: ConsoleChange | null): void => {
    if (change) toast.ok(t('operator.changes.saidAsked'), { text: t('operator.changes.saidAskedText') })
    else toast.ok(t('operator.changes.saidSame'))
  }
}

type TickFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string }

/** A box to tick in a form. */
export const TickField = ({ label, ...input }: TickFieldProps) => (
  <label className={classes['tick']}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
  </label>
)
