import { useState } from 'react'
import { changePeopleKind } from '#contract/people/acts.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Choices } from '../../ui/filters/index.ts'
import { kinds } from '../words.ts'
import { kindNames } from '../person-parts.tsx'
import classes from '../form/choices.module.css'
import { ActDialog, type ActDialogProps } from './act-dialog.tsx'
import { usePeopleAct } from './use-people-act.ts'

/** Makes people members, first-timers or new converts. */
export function KindDialog({ chosen: { people, count }, onClose, onDone }: ActDialogProps) {
  const t = useTexts()
  const [kind, setKind] = useState<PersonKind>('member')
  const act = usePeopleAct()
  const change = () =>
    act.mutate(
      {
        run: (idempotencyKey) => call(changePeopleKind, { body: { people, kind } }, { idempotencyKey }),
        means: { people, kind },
        done: (done) => t('people.toKind.done', { count: done, kind: t(kindNames[kind]) }),
      },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <ActDialog
      title={t('people.toKind.title', { count })}
      act={t('people.toKind.act')}
      isBusy={act.isPending}
      failure={act.error}
      onAct={change}
      onClose={onClose}
    >
      <div className={classes['around']}>
        <Choices
          shape="chips"
          legend={t('people.filter.kind')}
          choices={kinds.map((value) => ({ value, label: t(kindNames[value]) }))}
          value={kind}
          onChange={setKind}
        />
      </div>
    </ActDialog>
  )
}
