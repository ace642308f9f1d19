import { useTexts } from '../../../languages/index.ts'
import '../../../languages/notified.ts'
import { Loading } from '../../../ui/states/index.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { OwnChoices } from './own-choices.tsx'
import { PushTrouble } from './push-trouble.tsx'
import classes from './push.module.css'
import { usePush, type PushState } from './use-push.ts'

/** What is told, in the order of its haste. */
const told = ['portal.push.aboutCall', 'portal.push.aboutPlace', 'portal.push.aboutCancelled'] as const
/** Where a press can change something; where the browser was told to refuse it asks again, in case that was taken back. */
const SWITCHABLE: readonly PushState[] = ['off', 'on', 'denied']

function Switch({ push: { state, work, turnOn, turnOff } }: { push: ReturnType<typeof usePush> }) {
  const t = useTexts()
  const isOn = work === null ? state === 'on' : work === 'on'
  return (
    <label className={classes['choice']}>
      {t('portal.push.tellMe')}
      <input
        type="checkbox"
        role="switch"
        className={classes['switch']}
        checked={isOn}
        aria-checked={isOn}
        aria-busy={work !== null}
        onChange={() => void (isOn ? turnOff() : turnOn())}
      />
    </label>
  )
}

function What() {
  const t = useTexts()
  return (
    <div className="stack-8 muted">
      <p>{t('portal.push.what')}</p>
      <ul className={classes['told']}>
        {told.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
      <p>{t('portal.push.privacy')}</p>
    </div>
  )
}

/** In the profile: whether this device is told of what cannot wait, what that is, and the switch. */
export function PushCard() {
  const t = useTexts()
  const push = usePush()
  // On any device of theirs: what they are told of is the same on all.
  const chosen = push.standing && push.standing.devices.length > 0 ? push.standing : null
  return (
    <Card title={t('portal.push.title')}>
      {push.state === 'looking' ? (
        <Loading rows={1} />
      ) : (
        <div className="stack">
          {SWITCHABLE.includes(push.state) && <Switch push={push} />}
          <PushTrouble {...push} />
          {chosen ? (
            <>
              <OwnChoices standing={chosen} />
              <p className="muted">{t('portal.push.privacy')}</p>
            </>
          ) : (
            push.state !== 'unsupported' && push.state !== 'insecure' && <What />
          )}
        </div>
      )}
    </Card>
  )
}
