import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import board from './board.module.css'
import { TickField } from '../tick-field.tsx'
import { endsNextDay, type EventDraft, dayAfter } from './draft.ts'

export type FieldsProps = {
  draft: EventDraft
  change: (part: Partial<EventDraft>) => void
  /** What is wrong with a field, as a sentence. */
  faultOf: (field: string) => string | undefined
}

/** The hint below the end: a night service ends the day after. */
function useEndHint({ day, ...times }: EventDraft): string | undefined {
  const t = useTexts()
  const format = useFormat()
  if (day === '' || !endsNextDay({ day, ...times })) return undefined
  return t('checkin.form.endsNextDay', { day: format.longDay(dayAfter(day, 1)) })
}

/** The day and the times of an event. */
export function WhenFields({ draft, change, faultOf }: FieldsProps) {
  const t = useTexts()
  const isLong = draft.lastDay !== ''
  return (
    <>
      <div className={board['three']}>
        <TextField
          type="date"
          label={t(isLong ? 'checkin.form.firstDay' : 'checkin.form.day')}
          required
          value={draft.day}
          error={faultOf('day')}
          onChange={(event) => change({ day: event.target.value })}
        />
        <TextField
          type="time"
          label={t('checkin.form.starts')}
          required
          value={draft.starts}
          error={faultOf('starts') ?? faultOf('startsAt')}
          onChange={(event) => change({ starts: event.target.value })}
        />
        <TextField
          type="time"
          label={t('checkin.form.ends')}
          required
          hint={useEndHint(draft)}
          value={draft.ends}
          error={faultOf('ends') ?? faultOf('endsAt')}
          onChange={(event) => change({ ends: event.target.value })}
        />
      </div>
      <div className={board['pair']}>
        <TickField
          checked={isLong}
          disabled={draft.day === ''}
          onChange={() => change({ lastDay: isLong ? '' : dayAfter(draft.day, 1) })}
        >
          {t('checkin.form.moreDays')}
        </TickField>
        {isLong && (
          <TextField
            type="date"
            label={t('checkin.form.lastDay')}
            min={draft.day}
            required
            value={draft.lastDay}
            error={faultOf('lastDay')}
            onChange={(event) => change({ lastDay: event.target.value || draft.day })}
          />
        )}
      </div>
    </>
  )
}
