import type { FirstStep, FirstStepName, Dashboard } from '#contract/dashboard/dashboard.ts'
import { calendarDay, useFormat, type Format } from '../../../languages/format.tsx'
import { useTexts, type TextId, type Translate } from '../../../languages/index.ts'
import { paths } from '../../../routing/paths.ts'
import type { Icon } from '../../../ui/controls/button.tsx'
import { IconCalendarPlus, IconCoins, IconSend, IconUpload, IconUserPlus } from '../../../ui/icons.ts'
import type { Tone } from '../../../ui/surfaces/badge.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../../session/session.ts'
import { ORDINARY, toast } from '../../../ui/toasts/index.ts'

/** Without an address it asks for a sender ID. */
export type StepAct = { label: string; to?: string; search?: Record<string, string>; icon?: Icon }
type StepWords = { title: string; text: string; acts: StepAct[] }

/** For whoever does it: not yet done, or to be done otherwise. */
export const isOpen = ({ state }: FirstStep) => state === 'todo' || state === 'refused'

const minutes: Record<FirstStepName, number> = { people: 10, sender: 1, event: 5, units: 5, helper: 2 }
/** About how long a step takes whoever does it. */
export const minutesOf = ({ name }: FirstStep) => minutes[name]

const badges: Partial<Record<`${FirstStepName}.${FirstStep['state']}`, { tone: Tone; text: TextId }>> = {
  'sender.waiting': { tone: 'warn', text: 'app.home.senderWaits' },
  'sender.refused': { tone: 'bad', text: 'app.home.senderRefused' },
  'units.waiting': { tone: 'warn', text: 'app.home.unitsWait' },
  'helper.waiting': { tone: 'warn', text: 'app.home.helperWaits' },
}
export const badgeOf = ({ name, state }: FirstStep) => badges[`${name}.${state}`]

const stepTitles: Record<FirstStepName, TextId> = {
  people: 'app.home.people',
  sender: 'app.home.sender',
  event: 'app.home.event',
  units: 'app.home.units',
  helper: 'app.home.helper',
}

type Telling = { step: FirstStep; t: Translate; format: Format }

/** `Sunday, November 22, 9:00 AM` in the church's zone. */
const whenOf = (at: string, format: Format) =>
  `${format.longDay(calendarDay(new Date(at), format.timeZone))}, ${format.time(at)}`

/** What a step that is done says of itself. */
function groundOf({ step: { name, about, count, at }, t, format }: Telling): string {
  const values = { about: about ?? '', count: count ?? 0, when: at === null ? '' : whenOf(at, format) }
  if (name === 'people') return t(about === null ? 'app.home.peopleDone' : 'app.home.peopleImported', values)
  if (name === 'sender') return t('app.home.senderDone', values)
  if (name === 'event') return t('app.home.eventDone', values)
  return t(name === 'units' ? 'app.home.unitsDone' : 'app.home.helperDone', values)
}

const tellers: Record<FirstStepName, (telling: Telling) => Omit<StepWords, 'title'>> = {
  people: (telling) => {
    const { step, t } = telling
    if (step.state === 'done')
      return { text: groundOf(telling), acts: [{ label: t('app.home.seePeople'), to: paths.people }] }
    return {
      text: t('app.home.peopleText'),
      acts: [
        { label: t('app.home.chooseFile'), to: paths.imports, icon: IconUpload },
        { label: t('app.home.addByHand'), to: paths.addPerson, icon: IconUserPlus },
      ],
    }
  },
  sender: (telling) => {
    const { step, t } = telling
    const about = step.about ?? ''
    if (step.state === 'done')
      return {
        text: groundOf(telling),
        acts: [{ label: t('app.home.writeSms'), to: paths.composeSms, icon: IconSend }],
      }
    if (step.state === 'waiting')
      return {
        text: t('app.home.senderWaiting', { about }),
        acts: [{ label: t('app.home.seeIt'), to: paths.composeSms }],
      }
    if (step.state === 'refused')
      return {
        text: t('app.home.senderReason', { about, reason: step.reason ?? '' }),
        acts: [{ label: t('app.home.requestAnother') }],
      }
    return { text: t('app.home.senderText'), acts: [{ label: t('app.home.request') }] }
  },
  event: (telling) => {
    const { step, t } = telling
    if (step.state === 'done')
      return { text: groundOf(telling), acts: [{ label: t('app.home.seeEvents'), to: paths.events }] }
    return {
      text: t('app.home.eventText'),
      acts: [
        { label: t('app.home.createEvent'), to: paths.addEvent, icon: IconCalendarPlus },
        { label: t('app.home.useTemplate'), to: paths.addEvent, search: { template: 'sunday' } },
      ],
    }
  },
  units: (telling) => {
    const { step, t } = telling
    const acts = [{ label: t('app.home.seeIt'), to: paths.units }]
    if (step.state === 'done')
      return { text: groundOf(telling), acts: [{ label: t('app.home.seeUnits'), to: paths.units }] }
    if (step.state === 'waiting') return { text: t('app.home.unitsWaiting'), acts }
    return {
      text: t('app.home.unitsText', { count: step.count ?? 0 }),
      acts: [{ label: t('app.home.units'), to: paths.units, icon: IconCoins }],
    }
  },
  helper: (telling) => {
    const { step, t } = telling
    const acts = [{ label: t('app.home.seeIt'), to: paths.staff }]
    if (step.state === 'done')
      return { text: groundOf(telling), acts: [{ label: t('app.home.seeStaff'), to: paths.staff }] }
    if (step.state === 'waiting') return { text: t('app.home.helperWaiting', { about: step.about ?? '' }), acts }
    return {
      text: t('app.home.helperText'),
      acts: [{ label: t('app.home.invite'), to: paths.staff, search: { invite: 'yes' }, icon: IconUserPlus }],
    }
  },
}

/** The words of a step as it stands, and what can be done with it. */
export function useStepWords(step: FirstStep): StepWords {
  const t = useTexts()
  const format = useFormat()
  return { title: t(stepTitles[step.name]), ...tellers[step.name]({ step, t, format }) }
}

/** What was done when this tab saw the list last. It outlives the way to the pay page and back, and tells nothing of anybody. */
const KEY = 'nx.first-steps'

function seenBefore(church: string): string[] | null {
  const [seen, ...done] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  return seen === church ? done : null
}

/** Says which step has ticked itself since the list was seen last, and which one comes next. */
export function useTicks({ firstSteps, firstStepsHidden }: Dashboard): void {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const done = firstSteps.filter(({ state }) => state === 'done').map(({ name }) => name)
  const tell = (step: FirstStep, next: FirstStep | undefined) => {
    const ground = groundOf({ step, t, format })
    const sentence = ground.endsWith('.') ? ground : `${ground}.`
    const onward = next && t('app.home.nextIs', { step: t(stepTitles[next.name]), count: minutesOf(next) })
    toast.ok(t('app.home.ticked', { step: t(stepTitles[step.name]) }), {
      text: [sentence, onward].filter(Boolean).join(' '),
      duration: ORDINARY,
    })
  }
  const look = useEffectEvent(() => {
    const before = seenBefore(church.id)
    sessionStorage.setItem(KEY, [church.id, ...done].join(' '))
    if (!before || firstStepsHidden) return
    const ticked = firstSteps.filter(({ name, state }) => state === 'done' && !before.includes(name))
    for (const step of ticked) tell(step, step === ticked.at(-1) ? firstSteps.find(isOpen) : undefined)
  })
  const key = done.join(' ')
  useEffect(() => look(), [key])
}
