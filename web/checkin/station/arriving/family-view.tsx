import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { Phone } from '../../../ui/marks/phone.tsx'
import { groupPhone } from '../../../languages/phone.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Desk, StationClass } from '../desk/desk.ts'
import { failureText, useAct } from '../desk/use-act.ts'
import { PrintAgain } from '../desk/print-again.tsx'
import { useTicks } from '../desk/ticks.ts'
import classes from './arriving.module.css'
import { ChildRow } from './child-row.tsx'

type FamilyViewProps = {
  eventId: string
  family: StationFamily
  rooms: readonly StationClass[]
  /** Found by their pass, not by a search. */
  byCode: boolean
  desk: Desk
  onDone: (labels: Labels) => void
  onPrint: (labels: Labels) => void
  onLeave: () => void
}

/** The family at the door: who comes in, and to which class. */
export function FamilyView({ eventId, family, rooms, byCode, desk, onDone, onPrint, onLeave }: FamilyViewProps) {
  const t = useTexts()
  const { busy, failure, run } = useAct()
  const { ticks, chosen, change, isWhole, problemOf } = useTicks(family, failure)
  const count = chosen.children.length + chosen.without.length
  const submit = () => {
    if (!isWhole()) return
    run(async () => onDone(await desk.checkIn({ eventId, familyId: family.familyId, children: chosen.children })))
  }
  return (
    <>
      <div className={classes['head']}>
        <div className="grow">
          <h1>{family.name}</h1>
          <BroughtBy family={family} />
        </div>
        {family.children.some(({ state }) => state === 'checked_in') && (
          <PrintAgain
            eventId={eventId}
            registrationId={family.registrationId ?? family.familyId}
            desk={desk}
            onPrint={onPrint}
          />
        )}
        {byCode && <Badge tone="ok">{t('checkin.station.passFound')}</Badge>}
      </div>
      <div className={classes['body']}>
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
        {family.children.length === 0 && <Note tone="info">{t('checkin.station.noChildren')}</Note>}
        <ul className="stack-8">
          {family.children.map((child, index) => (
            <ChildRow
              key={child.personId}
              child={child}
              tick={ticks[child.personId] ?? { isTicked: false, classId: null }}
              rooms={rooms}
              plain={index % 2 === 1}
              problem={problemWords(problemOf(child.personId), t)}
              onChange={(tick) => change(child.personId, tick)}
            />
          ))}
        </ul>
      </div>
      <div className={classes['dock']}>
        <Button onClick={onLeave}>{t('checkin.station.notThisFamily')}</Button>
        <Button
          kind="primary"
          className={classes['main']}
          icon={IconPrinter}
          busy={busy}
          disabled={count === 0}
          onClick={submit}
        >
          {t('checkin.station.checkIn', { count })}
        </Button>
      </div>
    </>
  )
}

const problemWords = (problem: 'class_full' | 'no_class' | undefined, t: ReturnType<typeof useTexts>) => {
  if (problem === 'class_full') return t('checkin.station.fullChooseOther')
  return problem && t('checkin.station.chooseClass')
}

function BroughtBy({ family: { broughtBy } }: { family: StationFamily }) {
  const t = useTexts()
  if (!broughtBy) return null
  return (
    <p className="muted">
      {t('checkin.station.broughtBy', { name: broughtBy.name })}
      {broughtBy.phone && (
        <>
          , <Phone value={groupPhone(broughtBy.phone)} />
        </>
      )}
    </p>
  )
}
