import type { SessionRow } from '#contract/identity/account.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './account.module.css'

const PHONE = /Android|iPhone|iPad|KaiOS/

type DeviceLineProps = { session: SessionRow; busy: boolean; onEnd: () => void }

/** A device on which somebody is signed in, and the button that signs it out. */
export function DeviceLine({ session, busy, onEnd }: DeviceLineProps) {
  const t = useTexts()
  const format = useFormat()
  const { device, ip, signedInAt, lastSeenAt, isCurrent } = session
  const name = device ?? t('identity.account.unknownDevice')
  const Sign = PHONE.test(name) ? IconDeviceMobile : IconDeviceDesktop
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
        <Button size="sm" busy={busy} aria-label={t('identity.account.signOutThere', { device: name })} onClick={onEnd}>
          {t('identity.account.signOut')}
        </Button>
      )}
    </li>
  )
}
