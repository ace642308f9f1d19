import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { spacedCode } from '#contract/checkin/codes.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { Art } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Desk } from '../desk.ts'
import { failureText } from '../shared/failure-words.ts'
import { useAct } from '../shared/use-act.ts'
import classes from './arriving.module.css'
import { MissingData } from './missing-data.tsx'
import type { Unfinished } from './unfinished.ts'

type CheckedInProps = {
  eventId: string
  labels: Labels
  desk: Desk
  /** Children of whom something is still to be asked. */
  unfinished: Unfinished | null
  /** The server knows of it. */
  online: boolean
  onPrint: (labels: Labels) => void
  onCompleted: (family: StationFamily) => void
  onNext: () => void
}

/** All went well: said quietly, with the code. The next pass may be scanned right away. */
export function CheckedIn({ eventId, labels, desk, unfinished, online, onPrint, onCompleted, onNext }: CheckedInProps) {
  const t = useTexts()
  const { busy, failure, run } = useAct()
  const { registrationId } = labels
  const again = () => run(async () => onPrint(await desk.reprint({ eventId, registrationId })))
  return (
    <>
      <div className={classes['done']}>
        <Art picture="done" />
        <div role="status">
          <h1>{t('checkin.station.areIn', { count: labels.children.length })}</h1>
          <p className="muted">{t('checkin.station.labelsPrint')}</p>
        </div>
        <p className={classes['bigcode']}>
          <bdi dir="ltr">{spacedCode(labels.code)}</bdi>
        </p>
        <ul className={classes['come']}>
          {labels.children.map(({ personId, firstName, className }) => (
            <li key={personId}>
              <b>{firstName}</b>, {className}
            </li>
          ))}
        </ul>
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
        {unfinished && online && <MissingData unfinished={unfinished} onDone={onCompleted} />}
      </div>
      <div className={classes['dock']}>
        <Button icon={IconPrinter} busy={busy} onClick={again}>
          {t('checkin.station.printAgain')}
        </Button>
        <Button kind="primary" className={classes['main']} onClick={onNext}>
          {t('checkin.station.nextFamily')}
        </Button>
      </div>
    </>
  )
}
