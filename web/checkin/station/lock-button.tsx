import { useState } from 'react'
import { lockStation } from '#contract/checkin/station.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLock } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import type { Desk } from './desk.ts'
import { failureText } from './shared/failure-words.ts'
import { useAct } from './shared/use-act.ts'

type LockButtonProps = {
  onLocked: () => Promise<unknown>
  desk: Desk
}

/**
 * Hands the station over to the families: after that it can only check in. What waits is sent first, for a locked station
 * could not send it, and the places that it holds go back.
 */
export function LockButton({ onLocked, desk }: LockButtonProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { busy, failure, run } = useAct()
  const lock = () =>
    run(async () => {
      await desk.handOver(() => call(lockStation))
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
            <Button kind="primary" icon={IconLock} busy={busy} disabled={!desk.online} onClick={lock}>
              {t('checkin.station.lockGo')}
            </Button>
          </>
        }
      >
        <p>{t(desk.online ? 'checkin.station.lockText' : 'checkin.station.lockOffline')}</p>
        {desk.online && desk.pending > 0 && <p>{t('checkin.station.lockSends', { count: desk.pending })}</p>}
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
      </Dialog>
    </>
  )
}
