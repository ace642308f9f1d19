import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeConsole, type ConsoleSession } from '#contract/operator/session.ts'
import { call } from '../../api/call.ts'
import { deviceZone } from '../../device/clock.ts'
import { ZoneProvider } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useConsole } from '../../operator/console-session.ts'
import { PasswordAgain } from '../../operator/form/password-again.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { queryClient } from '../session/guards.ts'
import { Shell } from '../shell/shell.tsx'
import { watchConsoleRefusals } from './console-guards.ts'
import {
  IconActivity,
  IconBuildingChurch,
  IconCoins,
  IconDiscount,
  IconHistory,
  IconMessageQuestion,
  IconRoute,
  IconSettings,
  IconSignature,
  IconUsers,
  IconUsersGroup,
} from '../../ui/icons.ts'
import type { Section } from '../find/places.ts'

/** Where nothing waits no number stands. */
const counted = (count: number) => (count > 0 ? { count } : {})

/** The places of the console, with what waits in each. */
const consoleSections = ({ waiting, churches }: ConsoleSession): Section[] => [
  {
    places: [
      {
        path: paths.consoleChurches,
        label: 'operator.nav.churches',
        tab: 'operator.nav.churches',
        icon: IconBuildingChurch,
        covers: paths.consoleChurches,
        count: churches,
      },
    ],
  },
  {
    title: 'operator.nav.waiting',
    places: [
      {
        path: paths.consoleSenders,
        label: 'operator.nav.senders',
        tab: 'operator.nav.sendersTab',
        icon: IconSignature,
        covers: paths.consoleSenders,
        ...counted(waiting.senders),
      },
      {
        path: paths.consolePayments,
        label: 'operator.nav.payments',
        tab: 'operator.nav.payments',
        icon: IconCoins,
        covers: paths.consolePayments,
        ...counted(waiting.payments),
      },
      {
        path: paths.consoleReplies,
        label: 'operator.nav.replies',
        icon: IconMessageQuestion,
        covers: paths.consoleReplies,
        ...counted(waiting.replies),
      },
      {
        path: paths.consoleChanges,
        label: 'operator.nav.changes',
        tab: 'operator.nav.changesTab',
        icon: IconUsers,
        covers: paths.consoleChanges,
        ...counted(waiting.changes),
      },
    ],
  },
  {
    title: 'operator.nav.offer',
    places: [
      { path: paths.consolePrices, label: 'operator.nav.prices', icon: IconDiscount, covers: paths.consolePrices },
      { path: paths.consoleRoutes, label: 'operator.nav.routes', icon: IconRoute, covers: paths.consoleRoutes },
    ],
  },
  {
    title: 'operator.nav.installation',
    places: [
      {
        path: paths.consoleHealth,
        label: 'operator.nav.health',
        tab: 'operator.nav.health',
        icon: IconActivity,
        covers: paths.consoleHealth,
      },
      { path: paths.consoleLog, label: 'operator.nav.log', icon: IconHistory, covers: paths.consoleLog },
      {
        path: paths.consoleOperators,
        label: 'operator.nav.operators',
        icon: IconUsersGroup,
        covers: paths.consoleOperators,
      },
      {
        path: paths.consoleSettings,
        label: 'operator.nav.settings',
        icon: IconSettings,
        covers: paths.consoleSettings,
      },
    ],
  },
]

/** Operators work across zones: what they see is in the zone of their own device. */
const HERE = deviceZone()

function useConsoleSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const t = useTexts()
  return async () => {
    try {
      await call(closeConsole)
    } catch {
      toast.bad(t('operator.shell.signOutFailed'))
      return
    }
    await navigate({ to: paths.consoleSignIn, replace: true })
    queryClient.clear()
  }
}

/** The quick search weighs nothing until it is opened. */
const loadFind = () => import('../find/console-find.tsx')

function ConsoleShell() {
  const t = useTexts()
  const operatorConsole = useConsole()
  const signOut = useConsoleSignOut()
  const { name, email } = operatorConsole.operator
  const me = {
    firstName: name,
    lastName: '',
    email,
    line: t(
      operatorConsole.operator.isDemo && !operatorConsole.operator.hasSecondFactor
        ? 'operator.demo.badge'
        : 'operator.shell.operator',
    ),
    accountPath: paths.consoleAccount,
    signOut,
  }
  return (
    <ZoneProvider timeZone={HERE}>
      <Shell
        whose={{ title: 'Narthex', line: t('operator.shell.desk') }}
        sections={consoleSections(operatorConsole)}
        me={me}
        loadFind={loadFind}
      />
      <PasswordAgain />
    </ZoneProvider>
  )
}

/** The operator's console: who is signed in there, and what a refused call leads to. */
export function ConsoleDoor() {
  const router = useRouter()
  useEffect(() => {
    watchConsoleRefusals(() => router.navigate({ to: paths.consoleSignIn, replace: true }))
  }, [router])
  return (
    <QueryClientProvider client={queryClient}>
      <ConsoleShell />
    </QueryClientProvider>
  )
}
