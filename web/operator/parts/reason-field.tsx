import type { Ref } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { AreaField } from '../../ui/controls/field.tsx'

/** As the contract takes it. */
const [SHORTEST, LONGEST] = [3, 300]

type ReasonFieldProps = { hint: string; ref?: Ref<HTMLTextAreaElement> }

/** Why something is done, in a form as `reason`; the church reads it. */
export function ReasonField({ hint, ref = null }: ReasonFieldProps) {
  const t = useTexts()
  return (
    <AreaField
      ref={ref}
      label={t('operator.form.reason')}
      hint={hint}
      name="reason"
      rows={3}
      minLength={SHORTEST}
      maxLength={LONGEST}
      required
    />
  )
}
