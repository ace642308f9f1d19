import { useState } from 'react'
import { overrideCheckOut, type Collection } from '#contract/checkin/station.ts'
import { call } from '../../../api/call.ts'
import { textOf, useFormCall } from '../../../api/form-call.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { AreaField, PasswordField, TextField } from '../../../ui/controls/field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { TickField } from '../../shared/tick-field.tsx'
import { underWay } from '../../shared/under-way.ts'
import { failureText } from '../shared/failure-words.ts'
import type { Release } from './use-release.ts'

type OverrideDialogProps = {
  collection: Collection
  release: Release
  onClose: () => void
  onDone: (released: readonly string[], collectorName: string) => void
}

/** Two of the staff let children go together; the second one shows who they are. */
export function OverrideDialog({ collection, release, onClose, onDone }: OverrideDialogProps) {
  const t = useTexts()
  const { collector, chosen } = release
  const [isSomebodyElse, setSomebodyElse] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const collectorName = textOf(form, 'collectorName')
    const body = {
      eventId: collection.eventId,
      registrationId: collection.registrationId,
      childIds: [...chosen],
      collectorId: collector?.personId ?? null,
      collectorName,
      reason: textOf(form, 'reason'),
      ...(isSomebodyElse && { isSomebodyElse }),
      second: { userName: textOf(form, 'secondName'), password: textOf(form, 'secondPassword') },
    }
    const { released } = await underWay(call(overrideCheckOut, { body }))
    onDone(released, collectorName)
  })
  return (
    <Dialog open onClose={onClose} title={t('checkin.station.overrideTitle')}>
      <form className="stack" onSubmit={onSubmit} autoComplete="off">
        <Note tone="warn">{t('checkin.station.overrideText', { count: chosen.size })}</Note>
        {failure && (
          <Note tone="bad">
            {failureText(failure, t)}
            {failure.code === 'like_barred' && (
              <TickField checked={isSomebodyElse} onChange={({ target }) => setSomebodyElse(target.checked)}>
                {t('checkin.station.isSomebodyElse')}
              </TickField>
            )}
          </Note>
        )}
        <TextField
          label={t('checkin.station.overrideWho')}
          name="collectorName"
          defaultValue={collector?.name ?? ''}
          readOnly={collector !== null}
          autoComplete="off"
          maxLength={120}
          required
          onChange={() => setSomebodyElse(false)}
        />
        <AreaField
          label={t('checkin.station.overrideReason')}
          name="reason"
          minLength={5}
          maxLength={500}
          rows={2}
          required
        />
        <TextField
          label={t('checkin.station.secondName')}
          hint={t('checkin.station.secondHint')}
          name="secondName"
          type="email"
          autoComplete="off"
          maxLength={254}
          required
        />
        <PasswordField
          label={t('checkin.station.secondPassword')}
          name="secondPassword"
          autoComplete="off"
          maxLength={200}
          required
        />
        <Button type="submit" kind="primary" block busy={busy}>
          {t('checkin.station.overrideGo', { count: chosen.size })}
        </Button>
      </form>
    </Dialog>
  )
}
