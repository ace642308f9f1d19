import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import board from '../shared/board.module.css'
import type { FieldsProps } from './when-fields.tsx'

/** From when until when families can register. */
export function RegistrationCard({ draft, change, faultOf }: FieldsProps) {
  const t = useTexts()
  return (
    <Card title={t('checkin.form.registration')}>
      <div className={board['fields']}>
        <TextField
          type="datetime-local"
          label={t('checkin.form.opensAt')}
          aside={t('checkin.form.optional')}
          hint={draft.opensAt === '' ? t('checkin.form.opensAtOnce') : undefined}
          value={draft.opensAt}
          error={faultOf('opensAt')}
          onChange={(event) => change({ opensAt: event.target.value })}
        />
        <TextField
          type="datetime-local"
          label={t('checkin.form.closesAt')}
          aside={t('checkin.form.optional')}
          hint={draft.closesAt === '' ? t('checkin.form.closesAtEnd') : undefined}
          value={draft.closesAt}
          error={faultOf('closesAt')}
          onChange={(event) => change({ closesAt: event.target.value })}
        />
      </div>
    </Card>
  )
}
