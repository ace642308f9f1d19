import { GRACE_DAYS } from '#contract/identity/session.ts'
import type { ImportFile } from '#contract/people/imports.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { paths } from '../../../routing/paths.ts'
import { useCan } from '../../../session/session.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { actFailureText } from '../failure-text.ts'
import classes from '../import.module.css'
import { useApplyImport } from '../queries.ts'
import { ImportRows } from '../rows/import-rows.tsx'
import { Figures } from './figures.tsx'
import { Reasons } from './reasons.tsx'

type One = { file: ImportFile }

/** More people than the plan allows start the days of grace; more than the largest one allows cannot come. */
function Capacity({ file: { capacity } }: One) {
  const t = useTexts()
  const { number } = useFormat()
  const mayPay = useCan('billing.read')
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
        {t('people.import.overText', { days: GRACE_DAYS })}{' '}
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
          {apply.error && <Note tone="bad">{t(actFailureText(apply.error))}</Note>}
          <div className={classes['acts']}>
            {count > 0 && file.capacity.after <= file.capacity.most && (
              <Button kind="primary" icon={IconCheck} busy={apply.isPending} onClick={() => apply.mutate(undefined)}>
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
