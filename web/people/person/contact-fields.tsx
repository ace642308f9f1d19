import { useEffect, useRef } from 'react'
import { useTexts } from '../../languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from '../shared/form-page.module.css'
import type { PersonDraft } from './draft.ts'
import { useFault } from './faults.ts'

export type PersonFieldsProps = {
  draft: PersonDraft
  change: (part: Partial<PersonDraft>) => void
  /** Fields that the server found wrong. */
  faults: ReadonlySet<string>
}

/** Name, phone, e-mail and address; `startsHere` puts the cursor into the first of them. */
export function ContactFields({ draft, change, faults, startsHere }: PersonFieldsProps & { startsHere?: boolean }) {
  const t = useTexts()
  const fault = useFault(faults)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (startsHere) first.current?.focus()
  }, [startsHere])
  return (
    <Card title={t('people.form.contact')}>
      <div className={classes['fields']}>
        <div className={classes['pair']}>
          <TextField
            ref={first}
            label={t('people.export.firstName')}
            autoComplete="off"
            maxLength={120}
            required
            value={draft.firstName}
            error={fault('firstName')}
            onChange={(event) => change({ firstName: event.target.value })}
          />
          <TextField
            label={t('people.export.lastName')}
            autoComplete="off"
            maxLength={120}
            value={draft.lastName}
            onChange={(event) => change({ lastName: event.target.value })}
          />
        </div>
        <div className={classes['pair']}>
          <TextField
            label={t('people.list.phone')}
            aside={t('people.form.optional')}
            type="tel"
            dir="ltr"
            autoComplete="off"
            maxLength={60}
            value={draft.phone}
            error={fault('phone')}
            onChange={(event) => change({ phone: event.target.value })}
          />
          <TextField
            label={t('people.list.email')}
            aside={t('people.form.optional')}
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            maxLength={254}
            value={draft.email}
            error={fault('email')}
            onChange={(event) => change({ email: event.target.value })}
          />
        </div>
        <AreaField
          label={t('people.export.address')}
          aside={t('people.form.optional')}
          rows={2}
          autoComplete="off"
          maxLength={300}
          value={draft.address}
          onChange={(event) => change({ address: event.target.value })}
        />
      </div>
    </Card>
  )
}
