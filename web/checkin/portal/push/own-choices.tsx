import {
  choosePush,
  readPush,
  removeDevice,
  testDevice,
  type PushDevice,
  type PushStanding,
} from '#contract/messaging/push-devices.ts'
import { call } from '../../../api/call.ts'
import { leaveSubscription } from '../../../device/push-browser.ts'
import { useTexts } from '../../../languages/index.ts'
import { CategoryList, DeviceList, type DeviceWords } from '../../../ui/push/push-choices.tsx'
import { toast } from '../../../ui/toasts/index.ts'
import { load, putRead } from '../reading/use-read.ts'
import { rememberPush } from './push-memory.ts'
import { DOOR, forgetNotification } from './subscription.ts'

const deviceWords: DeviceWords = {
  unknown: 'portal.push.unknownDevice',
  thisDevice: 'portal.push.thisDevice',
  added: 'portal.push.added',
  reached: 'portal.push.reached',
  notYet: 'portal.push.notYet',
  test: 'portal.push.test',
  remove: 'portal.push.remove',
}

const categoryWords = {
  news: { label: 'portal.push.news', hint: 'portal.push.newsHint' },
  events: { label: 'portal.push.events', hint: 'portal.push.eventsHint' },
  prayer: { label: 'portal.push.prayer', hint: 'portal.push.prayerHint' },
} as const

const ALWAYS = { label: 'portal.push.always', hint: 'portal.push.alwaysHint' } as const

/** When a test has usually come, or is not coming. */
const LOOKS_MS = [2_000, 6_000]

const readAnew = (): Promise<unknown> => load(readPush).catch(() => undefined)

/** What one can do about one's own devices and what they are told. */
function useDoing(standing: PushStanding) {
  const t = useTexts()
  const test = async ({ id }: PushDevice) => {
    try {
      await call(testDevice, { params: { id } })
      toast.ok(t('portal.push.tested'))
      for (const wait of LOOKS_MS) setTimeout(() => void readAnew(), wait)
    } catch {
      toast.bad(t('portal.push.testFailed'))
      await readAnew()
    }
  }
  const remove = async ({ id, isThis }: PushDevice) => {
    try {
      await call(removeDevice, { params: { id } })
      if (isThis) {
        rememberPush('no')
        await Promise.all([leaveSubscription(DOOR), forgetNotification()])
      }
    } catch {
      toast.bad(t('portal.push.notSaved'))
    }
    await readAnew()
  }
  const choose = async (choice: PushStanding['categories'][number]) => {
    const categories = standing.categories.map((one) => (one.name === choice.name ? choice : one))
    putRead(readPush, {}, { ...standing, categories })
    try {
      await call(choosePush, { params: { category: choice.name }, body: { on: choice.on } })
    } catch {
      toast.bad(t('portal.push.notSaved'))
      await readAnew()
    }
  }
  return { test, remove, choose }
}

/** What this person is told of, and on which of their devices. */
export function OwnChoices({ standing }: { standing: PushStanding }) {
  const t = useTexts()
  const { test, remove, choose } = useDoing(standing)
  return (
    <>
      <div className="stack-8">
        <h3>{t('portal.push.aboutTitle')}</h3>
        <CategoryList
          categories={standing.categories}
          words={categoryWords}
          always={ALWAYS}
          onChange={(choice) => void choose(choice)}
        />
      </div>
      <div className="stack-8">
        <h3>{t('portal.push.devices')}</h3>
        <DeviceList devices={standing.devices} words={deviceWords} onTest={test} onRemove={remove} />
      </div>
    </>
  )
}
