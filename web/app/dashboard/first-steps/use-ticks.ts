import { useEffect, useEffectEvent } from 'react'
import type { Dashboard, FirstStep } from '#contract/dashboard.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { useSession } from '../../../session/session.ts'
import { ORDINARY, toast } from '../../../ui/toasts/index.ts'
import { groundOf, isOpen, minutesOf, stepTitles } from './step-words.ts'

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
