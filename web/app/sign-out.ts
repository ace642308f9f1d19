import { useNavigate } from '@tanstack/react-router'
import { closeSession } from '#contract/identity/session.ts'
import { call } from '../lib/api.ts'
import { useTexts } from '../lib/languages/index.ts'
import { paths } from '../lib/paths.ts'
import { toast } from '../ui/toasts/index.ts'
import { queryClient } from './guards.ts'

/** Ends the session on the server, then forgets everything on this device. Stays when the server did not hear it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const t = useTexts()
  return async () => {
    try {
      await call(closeSession)
    } catch {
      toast.bad(t('app.account.signOutFailed'))
      return
    }
    localStorage.clear()
    await navigate({ to: paths.signIn, replace: true })
    queryClient.clear()
  }
}
