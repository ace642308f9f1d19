import { PeopleTable, PersonLine } from '../persons/people-table.tsx'
import { useState } from 'react'
import { listGuardians, type Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { IconPlus, IconPencil, IconTrash } from '../../../ui/icons.ts'
import { Empty, Failed, NoMatch } from '../../../ui/states/index.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { ConfirmDialog } from '../persons/confirm-dialog.tsx'
import { Spinner } from '../reading/spinner.tsx'
import { useOwnFamily } from '../session/use-own-family.ts'
import { useRead } from '../reading/use-read.ts'
import { NO_FILTER, matching, type GuardianFilter } from './filter.ts'
import { FilterTools } from './filter-tools.tsx'
import { GuardianDialog } from './guardian-dialog.tsx'
import { useGuardianActs, type GuardianList } from './use-guardian-form.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import classes from '../persons/people-table.module.css'
import { permissionNames, permissionTones, useLimits } from './permission-words.ts'

type GuardiansTableProps = {
  guardians: readonly Guardian[]
  childrenOfFamily: GuardianList['children']
  mayChange: boolean
  onEdit: (guardian: Guardian) => void
  onDelete: (guardian: Guardian) => void
}

function GuardiansTable({ guardians, childrenOfFamily, mayChange, onEdit, onDelete }: GuardiansTableProps) {
  const t = useTexts()
  const limitsOf = useLimits(childrenOfFamily)
  const actsOf = (guardian: Guardian) =>
    mayChange &&
    !guardian.byChurch && (
      <>
        <IconButton
          label={t('portal.guardians.edit', { name: guardian.firstName })}
          icon={IconPencil}
          onClick={() => onEdit(guardian)}
        />
        <IconButton
          label={t('portal.guardians.delete', { name: guardian.firstName })}
          icon={IconTrash}
          onClick={() => onDelete(guardian)}
        />
      </>
    )
  return (
    <PeopleTable caption={t('portal.guardians.list')} about={t('portal.guardians.permission')}>
      {guardians.map((guardian) => {
        const { personId, permission, terms } = guardian
        const limits = limitsOf(guardian)
        return (
          <PersonLine key={personId} person={guardian} acts={actsOf(guardian)}>
            {terms && <Badge tone={permissionTones[permission]}>{t(permissionNames[permission])}</Badge>}
            {limits && <span className={classes['limits']}>{limits}</span>}
          </PersonLine>
        )
      })}
    </PeopleTable>
  )
}

type Open = { kind: 'form'; guardian: Guardian | null } | { kind: 'delete'; guardian: Guardian } | null

function Guardians({ list }: { list: GuardianList }) {
  const t = useTexts()
  const [filter, setFilter] = useState<GuardianFilter>(NO_FILTER)
  const [open, setOpen] = useState<Open>(null)
  const { save, remove } = useGuardianActs(list)
  const { mayChange } = useOwnFamily()
  const close = () => setOpen(null)
  const found = matching(list.guardians, filter)
  const hasAny = list.guardians.length > 0
  const add = (label: string) =>
    mayChange && (
      <Button kind="primary" icon={IconPlus} onClick={() => setOpen({ kind: 'form', guardian: null })}>
        {label}
      </Button>
    )
  return (
    <>
      <PageHeader title={t('portal.guardians.title')} actions={hasAny && add(t('portal.guardians.add'))}>
        {t('portal.guardians.text')}
      </PageHeader>
      {hasAny && <FilterTools filter={filter} childrenOfFamily={list.children} onChange={setFilter} />}
      <Card padded={false} label={t('portal.guardians.list')}>
        {!hasAny && <Empty title={t('portal.guardians.empty')} action={add(t('portal.guardians.addFirst'))} />}
        {hasAny && found.length === 0 && (
          <NoMatch onClear={() => setFilter(NO_FILTER)}>{t('portal.guardians.noMatch')}</NoMatch>
        )}
        {found.length > 0 && (
          <GuardiansTable
            guardians={found}
            mayChange={mayChange}
            childrenOfFamily={list.children}
            onEdit={(guardian) => setOpen({ kind: 'form', guardian })}
            onDelete={(guardian) => setOpen({ kind: 'delete', guardian })}
          />
        )}
      </Card>
      {open?.kind === 'form' && (
        <GuardianDialog guardian={open.guardian} childrenOfFamily={list.children} save={save} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          name={open.guardian.firstName}
          what="portal.guardians.deleteWhat"
          act={() => remove(open.guardian)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Who may collect the children besides the parents, and who may not. */
export function GuardiansPage() {
  const t = useTexts()
  const { data, failure, reload } = useRead(listGuardians)
  if (data) return <Guardians list={data} />
  return (
    <>
      <PageHeader title={t('portal.guardians.title')} />
      {failure === undefined ? <Spinner /> : <Failed failure={failure} onRetry={reload} />}
    </>
  )
}
