import { useState } from 'react'
import { changePeopleKind } from '#contract/people/changes.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Choices } from '../../ui/filters/index.ts'
import { kinds } from '../words.ts'
import { kindNames } from '../person-parts.tsx'
import classes from '../form/choices.module.css'
import { ChangeDialog, type ChangeDialogProps } from './change-dialog.tsx'
import { usePeopleChange } from './use-people-change.ts'

/** Makes people members, first-timers or new converts. */
export function KindDialog({ chosen: { people, count }, onClose, onDone }: ChangeDialogProps) {
  const t = useTexts()
  const [kind, setKind] = useState<PersonKind>('member')
  const act = usePeopleChange()
  const change = () =>
    act.run(
      {
        run: (idempotencyKey) => call(changePeopleKind, { body: { people, kind } }, { idempotencyKey }),
        means: { people, kind },
        done: (done) => t('people.toKind.done', { count: done, kind: t(kindNames[kind]) }),
      },
      {
        done: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <ChangeDialog
      title={t('people.toKind.title', { count })}
      act={t('people.toKind.act')}
      isBusy={act.busy}
      failure={act.failure}
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
    </ChangeDialog>
  )
}
