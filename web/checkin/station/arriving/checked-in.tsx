import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { reprint } from '#contract/checkin/station.ts'
import { spacedCode } from '#contract/checkin/codes.ts'
import { call } from '../../../lib/api.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { Art } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureText } from '../shared/failure-words.ts'
import { useAct } from '../shared/use-act.ts'
import { useSeldom } from '../use-seldom.ts'
import classes from './arriving.module.css'
import type { Unfinished } from './unfinished.ts'

type CheckedInProps = {
  labels: Labels
  /** Children of whom something is still to be asked. */
  unfinished: Unfinished | null
  /** Without a network, or where the server does not know of it yet, the labels are printed again from what is on the screen. */
  online: boolean
  onPrint: (labels: Labels) => void
  onCompleted: (family: StationFamily) => void
  onNext: () => void
}

/** All went well: said quietly, with the code. The next pass may be scanned right away. */
export function CheckedIn({ labels, unfinished, online, onPrint, onCompleted, onNext }: CheckedInProps) {
  const t = useTexts()
  const seldom = useSeldom()
  const { busy, failure, run } = useAct()
  const again = () =>
    run(async () => onPrint(online ? await call(reprint, { body: { registrationId: labels.registrationId } }) : labels))
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
        {seldom && unfinished && online && <seldom.MissingData unfinished={unfinished} onDone={onCompleted} />}
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
