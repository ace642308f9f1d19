import type { Ref } from 'react'
import { useTexts } from '../../languages/index.ts'
import { AreaField } from '../../ui/controls/field.tsx'

/** As the contract takes it. */
const [SHORTEST, LONGEST] = [3, 300]

/** `hint`: who reads it; absent: the other operators. */
type ReasonFieldProps = { hint?: string; ref?: Ref<HTMLTextAreaElement> }

/** Why something is done or asked for, in a form as `reason`. */
export function ReasonField({ hint, ref = null }: ReasonFieldProps) {
  const t = useTexts()
  return (
    <AreaField
      ref={ref}
      label={t('operator.form.reason')}
      hint={hint ?? t('operator.changes.reasonHint')}
      name="reason"
      rows={3}
      minLength={SHORTEST}
      maxLength={LONGEST}
      required
    />
  )
}

/** `ref={takeFocus}` on what appears in place of the button that was just pressed. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
