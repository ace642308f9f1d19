import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconDoor, IconUsersGroup } from '../../../ui/icons.ts'
import around from '../arriving/arriving.module.css'
import { SOMEBODY_ELSE, type Release } from './use-release.ts'
import { useState } from 'react'
import { overrideCheckOut, type Collection } from '#contract/checkin/station.ts'
import { call } from '../../../api/call.ts'
import { textOf, useFormCall } from '../../../api/use-act.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { AreaField, PasswordField, TextField } from '../../../ui/controls/field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { TickField } from '../../tick-field.tsx'
import { underWay } from '../../under-way.tsx'
import { failureText } from '../desk/use-act.ts'

type ReleaseDockProps = { release: Release; online: boolean; onLeave: () => void; onOverride: () => void }

/** What can be done with who was chosen: let go, ask a second person, or refuse and write it down. */
export function ReleaseDock({ release, online, onLeave, onOverride }: ReleaseDockProps) {
  const t = useTexts()
  return (
    <div className={around['dock']}>
      <Button onClick={onLeave}>{t('checkin.station.notThisFamily')}</Button>
      <MainAct release={release} online={online} onOverride={onOverride} />
    </div>
  )
}

function MainAct({ release, online, onOverride }: Omit<ReleaseDockProps, 'onLeave'>) {
  const t = useTexts()
  const { chosen, collector, collectorId, verdict, code, busy, isWritten } = release
  const className = around['main']
  if (verdict === 'not_authorised')
    return (
      <Button kind="danger" className={className} busy={busy} disabled={!code || isWritten} onClick={release.release}>
        {t(isWritten ? 'checkin.station.refused' : 'checkin.station.refuse')}
      </Button>
    )
  const needsSecond = collectorId === SOMEBODY_ELSE || (collector && (verdict !== 'allowed' || !code))
  if (needsSecond)
    return (
      <Button
        kind="primary"
        className={className}
        icon={IconUsersGroup}
        disabled={chosen.size === 0 || !online}
        onClick={onOverride}
      >
        {t(online ? 'checkin.station.askSecond' : 'checkin.station.secondOffline')}
      </Button>
    )
  return (
    <Button
      kind="primary"
      className={className}
      icon={IconDoor}
      busy={busy}
      disabled={!collector || chosen.size === 0}
      onClick={release.release}
    >
      {collector
        ? t('checkin.station.letGo', { count: chosen.size, name: collector.name })
        : t('checkin.station.chooseWho')}
    </Button>
  )
}

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
