import { useState } from 'react'
import { unlockStation } from '#contract/checkin/station.ts'
import { call } from '../../../api/call.ts'
import { textOf, useFormCall } from '../../../api/use-act.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { PasswordField } from '../../../ui/controls/field.tsx'
import { IconLockOpen } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureText } from '../desk/use-act.ts'

/** Back to the desk, with the password of whoever locked the station. */
export function UnlockButton({ onUnlocked }: { onUnlocked: () => Promise<unknown> }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    // A wrong password is no lost session.
    await call(unlockStation, { body: { password: textOf(form, 'password') } }, { quiet: true })
    await onUnlocked()
  })
  return (
    <>
      <IconButton label={t('checkin.station.unlock')} icon={IconLockOpen} onClick={() => setOpen(true)} />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('checkin.station.unlockTitle')}>
        <form className="stack" onSubmit={onSubmit}>
          <p>{t('checkin.station.unlockText')}</p>
          {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
          <PasswordField
            label={t('checkin.station.password')}
            name="password"
            autoComplete="off"
            maxLength={200}
            required
          />
          <Button type="submit" kind="primary" block busy={busy}>
            {t('checkin.station.unlockGo')}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
