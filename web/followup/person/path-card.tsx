import { updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import classes from './person.module.css'

/** The life cycle as a path: where they have been, where they stand, what lies ahead. A press moves them. */
export function PathCard({ detail: { person, path, stageId } }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const format = useFormat()
  const move = useCall((stageID: number) => call(updateLifeCycle, { params: { id: person.id }, body: { stageID } }), {
    refreshes: [readNewcomer],
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  const state = (id: number, isPassed: boolean) => (id === stageId ? 'now' : isPassed ? 'passed' : 'ahead')
  const dayOf = (since: string) =>
    format.day(since.length === 10 ? since : calendarDay(new Date(since), format.timeZone))
  return (
    <Card label={t('followup.person.path')}>
      <ol className={classes['path']}>
        {path.map(({ id, name, since, isPassed, isRetired }) => (
          <li key={id}>
            <button
              type="button"
              data-state={state(id, isPassed)}
              aria-current={id === stageId ? 'step' : undefined}
              aria-disabled={isRetired || move.busy || undefined}
              onClick={() => !isRetired && id !== stageId && !move.busy && move.run(id)}
            >
              {name}
              {since && (isPassed || id === stageId) && <span className="small">{dayOf(since)}</span>}
            </button>
          </li>
        ))}
      </ol>
    </Card>
  )
}
