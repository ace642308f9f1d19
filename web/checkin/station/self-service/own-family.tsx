import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { ChildRow } from '../arriving/child-row.tsx'
import type { Desk, StationClass } from '../desk.ts'
import { failureText } from '../shared/failure-words.ts'
import { useAct } from '../shared/use-act.ts'
import { useTicks } from '../shared/use-ticks.ts'
import classes from './self-service.module.css'

type OwnFamilyProps = {
  eventId: string
  family: StationFamily
  rooms: readonly StationClass[]
  desk: Desk
  onDone: (labels: Labels) => void
  onLeave: () => void
}

/** Which of their children come in. Whatever is not simple is for the desk. */
export function OwnFamily({ eventId, family, rooms, desk, onDone, onLeave }: OwnFamilyProps) {
  const t = useTexts()
  const { busy, failure, run } = useAct()
  const { ticks, chosen, change, isWhole, problemOf } = useTicks(family, failure)
  const count = chosen.children.length + chosen.without.length
  const submit = () => {
    if (!isWhole()) return
    run(async () => onDone(await desk.checkIn({ eventId, familyId: family.familyId, children: chosen.children })))
  }
  return (
    <div className={classes['family']}>
      <h1>{t('checkin.station.selfWho')}</h1>
      {failure && (
        <Note tone="bad">
          {failure.code === 'in_class' ? t('checkin.station.selfAskDesk') : failureText(failure, t)}
        </Note>
      )}
      <ul className="stack-8">
        {family.children.map((child, index) => (
          <ChildRow
            key={child.personId}
            child={child}
            tick={ticks[child.personId] ?? { isTicked: false, classId: null }}
            rooms={rooms}
            plain={index % 2 === 1}
            onlyFitting
            problem={problemOf(child.personId) && t('checkin.station.selfAskDesk')}
            onChange={(tick) => change(child.personId, tick)}
          />
        ))}
      </ul>
      <div className={classes['acts']}>
        <Button onClick={onLeave}>{t('checkin.station.selfBack')}</Button>
        <Button kind="primary" icon={IconPrinter} busy={busy} disabled={count === 0} onClick={submit}>
          {t('checkin.station.checkIn', { count })}
        </Button>
      </div>
    </div>
  )
}
