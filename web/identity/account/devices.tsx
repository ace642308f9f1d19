import type { SessionRow } from '#contract/identity/account.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import classes from './account.module.css'
import { useEndOtherSessions, useEndSession, useSessions } from './queries.ts'

const PHONE = /Android|iPhone|iPad|KaiOS/

/** A device with its network and its times. */
function Device({ session }: { session: SessionRow }) {
  const t = useTexts()
  const format = useFormat()
  const end = useEndSession()
  const { id, device, ip, signedInAt, lastSeenAt, isCurrent } = session
  const name = device ?? t('identity.account.unknownDevice')
  const Sign = PHONE.test(name) ? IconDeviceMobile : IconDeviceDesktop
  const signOut = () =>
    end.mutate(id, {
      onSuccess: () => toast.ok(t('identity.account.signedOut', { device: name })),
      onError: (failure) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) }),
    })
  return (
    <li>
      <Sign size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes['device']}>
        <div className="row wrap">
          <span className="strong">{name}</span>
          {isCurrent && <Badge tone="ok">{t('identity.account.thisDevice')}</Badge>}
        </div>
        <div className="small muted num">
          {t('identity.account.since', { at: format.dateTime(signedInAt) })}
          {ip && (
            <>
              {' · '}
              <bdi dir="ltr">{ip}</bdi>
            </>
          )}
        </div>
        {!isCurrent && lastSeenAt && (
          <div className="small muted num">{t('identity.account.lastSeen', { at: format.lately(lastSeenAt) })}</div>
        )}
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={t('identity.account.signOutThere', { device: name })}
          onClick={signOut}
        >
          {t('identity.account.signOut')}
        </Button>
      )}
    </li>
  )
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
