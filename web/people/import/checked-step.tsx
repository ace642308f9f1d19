import { GRACE_DAYS } from '#contract/identity/session.ts'
import type { ImportFile } from '#contract/people/imports.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { actFailureText } from './words.ts'
import classes from './import.module.css'
import { useApplyImport } from './queries.ts'
import { ImportRows } from './import-rows.tsx'
import { Figures, Reasons } from './outcome-parts.tsx'

type Working = 'checking' | 'applying' | 'undoing'

const titles: Record<Working, TextId> = {
  checking: 'people.import.checkingTitle',
  applying: 'people.import.applyingTitle',
  undoing: 'people.import.undoingTitle',
}
const texts: Record<Working, TextId> = {
  checking: 'people.import.checkingText',
  applying: 'people.import.applyingText',
  undoing: 'people.import.undoingText',
}

type WorkingStepProps = { file: ImportFile; state: Working; isCutOff: boolean }

/** How far the present step has come. It goes on whether or not somebody looks. */
export function WorkingStep({ file: { done, rows }, state, isCutOff }: WorkingStepProps) {
  const t = useTexts()
  const { number } = useFormat()
  const title = t(titles[state])
  return (
    <Card title={title}>
      <div className={classes['working']}>
        <progress aria-label={title} value={Math.min(done, rows)} max={rows} />
        <p className="num" role="status">
          {t('people.import.doneOf', { done: number(Math.min(done, rows)), rows: number(rows) })}
        </p>
        <p className="muted">{t(texts[state])}</p>
        {isCutOff && <Note tone="warn">{t('people.import.cutOff')}</Note>}
      </div>
    </Card>
  )
}

type One = { file: ImportFile }

/** More people than the plan allows start the days of grace; more than the largest one allows cannot come. */
function Capacity({ file: { capacity } }: One) {
  const t = useTexts()
  const { number } = useFormat()
  const mayPay = useCan('billing.read')
  const { grace } = useSession()
  const { after, membershipSize, most, fits } = capacity
  if (after <= membershipSize) return null
  const link = mayPay && <ButtonLink to={paths.subscription}>{t('people.import.seePlan')}</ButtonLink>
  const numbers = { after: number(after), size: number(membershipSize), most: number(most) }
  if (after > most)
    return (
      <Note tone="bad">
        <p className="strong">{t('people.import.beyondTitle', numbers)}</p>
        <p>{t('people.import.beyondText', { count: after - most })}</p>
      </Note>
    )
  return (
    <Note tone="warn" action={link}>
      <p className="strong">{t('people.import.overTitle', { ...numbers, count: after - membershipSize })}</p>
      <p>
        {t('people.import.overText', { days: grace?.daysLeft ?? GRACE_DAYS })}{' '}
        {fits && t('people.import.overFits', { plan: fits.name, size: number(fits.membershipSize) })}
      </p>
    </Note>
  )
}

/** Says exactly what the press does. */
function WhatHappens({ file: { figures } }: One) {
  const t = useTexts()
  const out = figures.skip + figures.broken
  return (
    <div className="stack-8">
      {figures.add > 0 && <p>{t('people.import.willAdd', { count: figures.add })}</p>}
      {figures.update > 0 && <p>{t('people.import.willUpdate', { count: figures.update })}</p>}
      {figures.same > 0 && <p>{t('people.import.willLeave', { count: figures.same })}</p>}
      {out > 0 && <p>{t('people.import.willSkip', { count: out })}</p>}
      <p className="muted">{t('people.import.undoPromise')}</p>
    </div>
  )
}

const ChangeMapping = ({ file: { id } }: One) => (
  <ButtonLink to={paths.import} params={{ id }} search={{ step: 'columns' }}>
    {useTexts()('people.import.changeMapping')}
  </ButtonLink>
)

/** What the dry run found; nothing of the people has changed yet. */
export function CheckedStep({ file }: One) {
  const t = useTexts()
  const apply = useApplyImport(file.id)
  const count = file.figures.add + file.figures.update
  return (
    <>
      <Figures file={file} />
      <Capacity file={file} />
      <Card title={t(count > 0 ? 'people.import.readyTitle' : 'people.import.nothingTitle')}>
        <div className="stack">
          {count > 0 ? <WhatHappens file={file} /> : <p>{t('people.import.nothingText')}</p>}
          {apply.failure && <Note tone="bad">{t(actFailureText(apply.failure))}</Note>}
          <div className={classes['acts']}>
            {count > 0 && file.capacity.after <= file.capacity.most && (
              <Button kind="primary" icon={IconCheck} busy={apply.busy} onClick={() => apply.run()}>
                {t('people.import.importPeople', { count })}
              </Button>
            )}
            <ChangeMapping file={file} />
          </div>
        </div>
      </Card>
      <Reasons file={file} />
      <ImportRows file={file} />
    </>
  )
}
