import { useState } from 'react'
import { lockStation } from '#contract/checkin/station.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLock } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from './shared/failure-words.ts'
import { useAct } from './shared/use-act.ts'

type LockButtonProps = {
  onLocked: () => Promise<unknown>
  /** Not while something waits to be sent: a locked station could not send it. */
  isPossible: boolean
}

/** Hands the station over to the families: after that it can only check in. */
export function LockButton({ onLocked, isPossible }: LockButtonProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { busy, failure, run } = useAct()
  const lock = () =>
    run(async () => {
      await call(lockStation)
      await onLocked()
    })
  return (
    <>
      <IconButton label={t('checkin.station.lock')} icon={IconLock} onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('checkin.station.lockTitle')}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('checkin.station.cancel')}</Button>
            <Button kind="primary" icon={IconLock} busy={busy} disabled={!isPossible} onClick={lock}>
              {t('checkin.station.lockGo')}
            </Button>
          </>
        }
      >
        <p>{t(isPossible ? 'checkin.station.lockText' : 'checkin.station.lockOffline')}</p>
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
      </Dialog>
    </>
  )
}
