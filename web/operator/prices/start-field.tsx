import { useState } from 'react'
import { textOf } from '../../api/use-act.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'

/** From which day on something is to cost what it is to cost; empty: as soon as it is confirmed. */
export function StartField() {
  const t = useTexts()
  const [today] = useState(() => calendarDay(presentTime(), 'UTC'))
  return (
    <TextField
      type="date"
      name="startsOn"
      label={t('operator.prices.startsOn')}
      aside={t('operator.form.optional')}
      hint={t('operator.prices.startsOnHint')}
      min={today}
    />
  )
}

/** What was typed there. */
export const startIn = (form: FormData): string | null => textOf(form, 'startsOn') || null
