import { useState } from 'react'
import { useTexts } from '../../../languages/index.ts'
import '../../../languages/notified.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconBellRinging } from '../../../ui/icons.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { toast } from '../../../ui/toasts/index.ts'
import { rememberPush } from './push-memory.ts'
import { PushTrouble } from './push-trouble.tsx'
import classes from './push.module.css'
import { usePush } from './use-push.ts'

/** The card that was pressed away leaves the focus at the beginning of the screen. */
const focusScreen = (): void => document.getElementById('main')?.focus({ preventScroll: true })

/** On the dashboard of a family that is registered: may this device be told when a class asks for the parent? */
export function PushOffer() {
  const t = useTexts()
  const push = usePush()
  const [isAnswered, setAnswered] = useState(false)
  const answer = (words: string) => {
    setAnswered(true)
    toast.ok(words)
    focusScreen()
  }
  const turnOn = async () => {
    if (await push.turnOn()) answer(t('portal.push.nowOn'))
  }
  const decline = () => {
    rememberPush('no')
    answer(t('portal.push.declined'))
  }
  const isShown = push.state === 'off' || push.state === 'denied' || push.work !== null
  if (isAnswered || !isShown) return null
  return (
    <Card title={t('portal.push.offerTitle')}>
      <div className="stack">
        <p className="muted">{t('portal.push.offerText')}</p>
        <PushTrouble {...push} />
        <div className={classes['acts']}>
          <Button icon={IconBellRinging} busy={push.work !== null} onClick={() => void turnOn()}>
            {t('portal.push.turnOn')}
          </Button>
          <Button kind="quiet" onClick={decline}>
            {t('portal.push.notNow')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
