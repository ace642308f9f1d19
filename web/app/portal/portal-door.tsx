import { useEffect, type ReactNode } from 'react'
import { useChurch, useGateOpen, useSessionRead } from '../../checkin/portal/shared/session.ts'
import { usePushRenewal } from '../../checkin/portal/shared/use-push-renewal.ts'
import { ZoneProvider } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { watchRefusals } from './guards.ts'
import { Shell } from './shell.tsx'

/** What stands around every screen of a guardian. Times are those of the church. */
export function PortalDoor({ children }: { children: ReactNode }) {
  const t = useTexts()
  const church = useChurch()
  const isOpen = useGateOpen()
  const { data, failure } = useSessionRead()
  useEffect(() => watchRefusals(), [])
  usePushRenewal(data?.person.id)
  // Without an answer nobody knows the church's zone, unless this device does.
  const isKnown = data !== undefined || failure !== undefined || church !== null
  return (
    <ZoneProvider timeZone={church?.timeZone ?? 'UTC'}>
      <Shell church={church}>
        {!isOpen && <Note tone="warn">{t('portal.shell.shut')}</Note>}
        {isKnown ? children : <Loading />}
      </Shell>
    </ZoneProvider>
  )
}
