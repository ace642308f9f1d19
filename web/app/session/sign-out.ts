import { useNavigate } from '@tanstack/react-router'
import { closeSession } from '#contract/identity/session.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { sessionQuery } from '../../session/session.ts'
import { toast } from '../../ui/toasts/index.ts'
import { queryClient } from './guards.ts'
import { loadKeptStation } from './kept-station.ts'

/** A message that could not be saved yet is nobody’s once its author has left. */
const forgetUnsent = (): Promise<void> =>
  import('../../messaging/draft/kept-here.ts').then(({ forgetHere }) => forgetHere()).catch(() => undefined)

/**
 * Ends the session on the server, then forgets everything on this device but what a station has not sent yet; that is
 * asked about first. Stays when the server did not hear it.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const t = useTexts()
  const end = async (): Promise<boolean> => {
    // What is still asked for would be refused once nobody is signed in.
    await queryClient.cancelQueries()
    try {
      await call(closeSession)
    } catch {
      toast.bad(t('app.account.signOutFailed'))
      return false
    }
    localStorage.clear()
    await forgetUnsent()
    await navigate({ to: paths.signIn, replace: true })
    queryClient.clear()
    return true
  }
  return async () => {
    const tenantId = queryClient.getQueryData(sessionQuery.queryKey)?.church.id
    const leaving = tenantId !== undefined && (await loadKeptStation(tenantId))
    await (leaving ? leaving.signOff({ tenantId, end }) : end())
  }
}
