import type { SessionRow } from '#contract/identity/account.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import classes from './account.module.css'
import { DeviceLine } from './device-line.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from './queries.ts'

/** A device with its network and its times. */
function Device({ session }: { session: SessionRow }) {
  const t = useTexts()
  const end = useEndSession()
  const name = session.device ?? t('identity.account.unknownDevice')
  const signOut = () =>
    end.mutate(session.id, {
      onSuccess: () => toast.ok(t('identity.account.signedOut', { device: name })),
      onError: (failure) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) }),
    })
  return <DeviceLine session={session} busy={end.isPending} onEnd={signOut} />
}

function Elsewhere() {
  const t = useTexts()
  const end = useEndOtherSessions()
  const signOut = () =>
    end.mutate(undefined, {
      onSuccess: ({ ended }) => toast.ok(t('identity.account.endedOthers', { count: ended })),
      onError: (failure) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) }),
    })
  return (
    <div className={classes['elsewhere']}>
      <div className={classes['acts']}>
        <Button icon={IconLogout} busy={end.isPending} onClick={signOut}>
          {t('identity.account.endOthers')}
        </Button>
      </div>
    </div>
  )
}

/** Where the account is signed in. */
export function Devices() {
  const t = useTexts()
  const { data, error, refetch } = useSessions()
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={3} />
  return (
    <Card title={t('identity.account.devices')} padded={false}>
      <ul className={classes['devices']}>
        {data.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {data.some(({ isCurrent }) => !isCurrent) && <Elsewhere />}
    </Card>
  )
}
