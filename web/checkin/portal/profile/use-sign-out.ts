import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { closeFamilySession } from '#contract/checkin/door.ts'
import { call } from '../../../lib/api.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { churchPath, portalPaths } from '../../../lib/portal-paths.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { forgetPasses } from '../shared/kept-passes.ts'
import { wantsPush } from '../shared/push-memory.ts'
import { useChurch } from '../shared/session.ts'
import { forgetReads } from '../shared/use-read.ts'

const leavePush = async () => (await import('../push/renew-push.ts')).leavePush()

/** Ends the session on the server, then forgets everything on this device. Stays when the server did not hear it. */
export function useSignOut() {
  const navigate = useNavigate()
  const t = useTexts()
  const church = useChurch()
  const [isBusy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    try {
      await call(closeFamilySession)
    } catch {
      toast.bad(t('portal.profile.signOutFailed'))
      setBusy(false)
      return
    }
    // The server has ended it with the session: nobody waits for the browser's part.
    if (wantsPush()) void leavePush().catch(() => undefined)
    localStorage.clear()
    await forgetPasses()
    await navigate({ to: church ? churchPath(church.slug) : portalPaths.entrance, replace: true })
    forgetReads()
  }
  return { isBusy, signOut }
}
