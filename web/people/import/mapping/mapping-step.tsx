import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportFile, ImportPlan } from '#contract/people/imports.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { actFailureText } from '../failure-text.ts'
import classes from '../import.module.css'
import { usePlanImport } from '../queries.ts'
import { ColumnFields } from './column-fields.tsx'
import { firstPlan, hasName } from './draft.ts'
import { PlanOptions } from './plan-options.tsx'

function useMapping(file: ImportFile) {
  const navigate = useNavigate()
  const plan = usePlanImport(file.id)
  const [draft, setDraft] = useState(() => firstPlan(file))
  const isNamed = hasName(draft.fields)
  // The result of the dry run stands at the bare address; the columns are no step that "back" leads to.
  const toResult = () => navigate({ to: paths.import, params: { id: file.id }, replace: true, resetScroll: false })
  return {
    draft,
    isNamed,
    change: (part: Partial<ImportPlan>) => setDraft({ ...draft, ...part }),
    check: () => isNamed && plan.mutate(draft, { onSuccess: () => void toResult() }),
    isBusy: plan.isPending,
    failure: plan.error,
  }
}

/** What the columns of the file are, and how its rows are to be taken. */
export function MappingStep({ file }: { file: ImportFile }) {
  const t = useTexts()
  const { draft, isNamed, change, check, isBusy, failure } = useMapping(file)
  return (
    <>
      <Card title={t('people.import.columnsTitle')}>
        <div className="stack">
          <p className="muted">{t('people.import.columnsText')}</p>
          {!isNamed && <Note tone="bad">{t('people.import.nameMissing')}</Note>}
          <ColumnFields columns={file.columns} fields={draft.fields} onChange={(fields) => change({ fields })} />
        </div>
      </Card>
      <Card title={t('people.import.optionsTitle')}>
        <PlanOptions plan={draft} onChange={change} />
      </Card>
      <Card title={t('people.import.checkTitle')}>
        <div className="stack">
          <p className="muted">{t('people.import.checkText')}</p>
          {failure && <Note tone="bad">{t(actFailureText(failure))}</Note>}
          <div className={classes['acts']}>
            <Button kind="primary" busy={isBusy} disabled={!isNamed} onClick={check}>
              {t('people.import.check')}
            </Button>
            {file.state !== 'uploaded' && (
              <ButtonLink to={paths.import} params={{ id: file.id }}>
                {t('people.import.backToResult')}
              </ButtonLink>
            )}
          </div>
        </div>
      </Card>
    </>
  )
}
