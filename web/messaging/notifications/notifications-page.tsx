import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconBellRinging } from '../../ui/icons.ts'
import { CategoryList, DeviceList, type DeviceWords } from '../../ui/push/push-choices.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './notifications.module.css'
import { useStaffPush } from './use-staff-push.ts'

type StaffPush = ReturnType<typeof useStaffPush>
type State = StaffPush['here']['state']

const reasons: Partial<Record<State, TextId>> = {
  insecure: 'messaging.ownPush.insecure',
  unsupported: 'messaging.ownPush.unsupported',
  denied: 'messaging.ownPush.denied',
}

const steps: readonly TextId[] = ['messaging.ownPush.step1', 'messaging.ownPush.step2', 'messaging.ownPush.step3']

/** An iPhone shows notifications of what stands on its home screen only. */
function HomeScreen() {
  const t = useTexts()
  return (
    <div className="stack-8">
      <p>{t('messaging.ownPush.iphone')}</p>
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </div>
  )
}

/** This browser: what it can, and the press that turns it on. */
function ThisDevice({ here: { state, isBusy, turn } }: Pick<StaffPush, 'here'>) {
  const t = useTexts()
  const reason = reasons[state]
  return (
    <Card title={t('messaging.ownPush.here')}>
      <div className="stack">
        {state === 'looking' && <Loading rows={1} />}
        {state === 'home_screen' && <HomeScreen />}
        {reason && <Note tone="info">{t(reason)}</Note>}
        {(state === 'off' || state === 'on' || state === 'denied') && (
          <>
            <p className="muted">{t(state === 'on' ? 'messaging.ownPush.isOn' : 'messaging.ownPush.isOff')}</p>
            <div className={classes['acts']}>
              <Button
                kind={state === 'on' ? 'outlined' : 'primary'}
                icon={IconBellRinging}
                busy={isBusy}
                onClick={turn}
              >
                {t(state === 'on' ? 'messaging.ownPush.turnOff' : 'messaging.ownPush.turnOn')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

const deviceWords: DeviceWords = {
  unknown: 'messaging.ownPush.unknown',
  thisDevice: 'messaging.ownPush.thisDevice',
  added: 'messaging.ownPush.added',
  reached: 'messaging.ownPush.reached',
  notYet: 'messaging.ownPush.notYet',
  test: 'messaging.ownPush.test',
  remove: 'messaging.ownPush.remove',
}

const categoryWords = {
  news: { label: 'messaging.pushCategory.news', hint: 'messaging.pushCategory.newsHint' },
  events: { label: 'messaging.pushCategory.events', hint: 'messaging.pushCategory.eventsHint' },
  prayer: { label: 'messaging.pushCategory.prayer', hint: 'messaging.pushCategory.prayerHint' },
  units: { label: 'messaging.pushCategory.units', hint: 'messaging.pushCategory.unitsHint' },
} as const

const ALWAYS = { label: 'messaging.pushCategory.always', hint: 'messaging.pushCategory.alwaysHint' } as const

/** One's own notifications: this device, the others, and what they tell. */
export function NotificationsPage() {
  const t = useTexts()
  const push = useStaffPush()
  const { data, error, refetch } = push
  return (
    <>
      <PageHeader title={t('messaging.ownPush.title')}>{t('messaging.ownPush.text')}</PageHeader>
      <div className={classes['board']}>
        <div className="stack">
          <ThisDevice here={push.here} />
          {data && data.devices.length > 0 && (
            <Card title={t('messaging.ownPush.devices')}>
              <DeviceList devices={data.devices} words={deviceWords} onTest={push.test} onRemove={push.remove} />
            </Card>
          )}
          {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={2} />)}
        </div>
        {data && (
          <Card title={t('messaging.ownPush.about')}>
            <CategoryList
              categories={data.categories}
              words={categoryWords}
              always={ALWAYS}
              onChange={(choice) => push.choose(choice)}
            />
          </Card>
        )}
      </div>
    </>
  )
}
