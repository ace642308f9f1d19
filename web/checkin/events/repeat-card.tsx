import type { EventRow } from '#contract/checkin/events.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import board from './board.module.css'
import choices from './choices.module.css'
import type { Scope } from './use-event-form.ts'
import type { FieldsProps } from './when-fields.tsx'

const MOST_WEEKS = 12
const weeks = Array.from({ length: MOST_WEEKS }, (_, index) => String(index + 1))

/** Whether a new event comes again, and until when. */
export function RepeatCard({ draft, change, faultOf }: FieldsProps) {
  const t = useTexts()
  const isRepeated = draft.everyWeeks !== ''
  return (
    <Card title={t('checkin.form.repeats')}>
      <div className={board['fields']}>
        <SelectField
          label={t('checkin.form.howOften')}
          value={draft.everyWeeks}
          onChange={(event) => change({ everyWeeks: event.target.value })}
        >
          <option value="">{t('checkin.form.once')}</option>
          {weeks.map((count) => (
            <option key={count} value={count}>
              {t('checkin.event.everyWeeks', { count: Number(count) })}
            </option>
          ))}
        </SelectField>
        {isRepeated && (
          <TextField
            type="date"
            label={t('checkin.form.untilDay')}
            aside={t('checkin.form.optional')}
            hint={t('checkin.form.madeAhead')}
            min={draft.day}
            value={draft.untilDay}
            error={faultOf('untilDay')}
            onChange={(event) => change({ untilDay: event.target.value })}
          />
        )}
      </div>
    </Card>
  )
}

type ScopeProps = { legend: string; scope: Scope; onChange: (scope: Scope) => void }

/** This day of a service that repeats, or all that follow as well. */
export function ScopeChoice({ legend, scope, onChange }: ScopeProps) {
  const t = useTexts()
  return (
    <div className={choices['around']}>
      <Choices
        shape="list"
        legend={legend}
        choices={[
          { value: 'this', label: t('checkin.form.scopeThis') },
          { value: 'following', label: t('checkin.form.scopeFollowing') },
        ]}
        value={scope}
        onChange={onChange}
      />
    </div>
  )
}

type SeriesProps = Omit<ScopeProps, 'legend'> & { series: NonNullable<EventRow['series']> }

/** What a change of a service that repeats is for. */
export function SeriesCard({ series, scope, onChange }: SeriesProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <Card title={t('checkin.form.repeats')}>
      <div className="stack">
        <p className="muted">
          {series.untilDay
            ? t('checkin.event.everyWeeksUntil', { count: series.intervalWeeks, day: format.day(series.untilDay) })
            : t('checkin.event.everyWeeks', { count: series.intervalWeeks })}
        </p>
        <ScopeChoice legend={t('checkin.form.changeWhat')} scope={scope} onChange={onChange} />
      </div>
    </Card>
  )
}
