import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeDesk } from '#contract/operator/session.ts'
import { call } from '../../lib/api.ts'
import { ZoneProvider } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useDesk } from '../../operator/desk-session.ts'
import { PasswordAgain } from '../../operator/parts/password-again.tsx'
import { MantineScope } from '../../ui/mantine/scope.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { queryClient } from '../guards.ts'
import { Shell } from '../shell/shell.tsx'
import { watchDeskRefusals } from './desk-guards.ts'
import { deskSections } from './desk-places.ts'

/** Operators work across zones: what they see is in the zone of their own device. */
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone

function useDeskSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const t = useTexts()
  return async () => {
    try {
      await call(closeDesk)
    } catch {
      toast.bad(t('operator.shell.signOutFailed'))
      return
    }
    await navigate({ to: paths.deskSignIn, replace: true })
    queryClient.clear()
  }
}

/** The quick search weighs nothing until it is opened. */
const loadFind = () => import('../find/desk-find.tsx')

function DeskShell() {
  const t = useTexts()
  const desk = useDesk()
  const signOut = useDeskSignOut()
  const { name, email } = desk.operator
  const me = {
    firstName: name,
    lastName: '',
    email,
    line: t(desk.operator.isDemo && !desk.operator.hasSecondFactor ? 'operator.demo.badge' : 'operator.shell.operator'),
    accountPath: paths.deskAccount,
    signOut,
  }
  return (
    <ZoneProvider timeZone={HERE}>
      <Shell
        whose={{ title: 'Narthex', line: t('operator.shell.desk') }}
        sections={deskSections(desk)}
        me={me}
        loadFind={loadFind}
      />
      <PasswordAgain />
    </ZoneProvider>
  )
}

/** The operator's desk: who is signed in there, and what a refused call leads to. */
export function DeskDoor() {
  const router = useRouter()
  useEffect(() => {
    watchDeskRefusals(() => router.navigate({ to: paths.deskSignIn, replace: true }))
  }, [router])
  return (
    <QueryClientProvider client={queryClient}>
      <MantineScope>
        <DeskShell />
      </MantineScope>
    </QueryClientProvider>
  )
}
