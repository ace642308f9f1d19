import { useState } from 'react'
import { exportFamilies, type FamilyRow } from '#contract/people/families.ts'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { paths } from '../../routing/paths.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useCan, useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { DataTable, MenuItem, MenuLink, type Columns } from '../../ui/data-table/index.ts'
import { IconHomeHeart, IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { familiesQueryOf, familySorts, useFamiliesFilter, type FamiliesFiltering, useFamilies } from './queries.ts'
import { FamilyCard, FamilyName, FamilyPhone, Maybe, Members } from './family-parts.tsx'
import { RemoveFamilyDialog } from './remove-family-dialog.tsx'

const columns: Columns<FamilyRow> = [
  {
    id: 'name',
    title: 'people.family.name',
    cell: (family) => <FamilyName family={family} />,
    width: '24%',
    isName: true,
    sortBy: 'name',
  },
  { id: 'members', title: 'people.family.members', cell: (family) => <Members family={family} /> },
  {
    id: 'homePhone',
    title: 'people.list.phone',
    cell: (family) => <FamilyPhone family={family} />,
    width: '11rem',
  },
  {
    id: 'email',
    title: 'people.list.email',
    cell: ({ email }) => <Maybe value={email} />,
    width: '18%',
    wideOnly: true,
  },
  {
    id: 'address',
    title: 'people.export.address',
    cell: ({ address }) => <Maybe value={address} />,
    width: '18%',
    wideOnly: true,
  },
]

const exported: readonly ExportColumn[] = [
  { id: 'name', title: 'people.family.name', of: 'name' },
  { id: 'members', title: 'people.family.members', of: 'members' },
  { id: 'homePhone', title: 'people.list.phone', of: 'homePhone' },
  { id: 'email', title: 'people.list.email', of: 'email' },
  { id: 'address', title: 'people.export.address', of: 'address' },
]

const idOf = ({ id }: FamilyRow) => id
const nameOf = ({ name }: FamilyRow) => name
const card = (family: FamilyRow) => <FamilyCard family={family} />

function useExport({ state, shown }: FamiliesFiltering, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportFamilies,
    query: familiesQueryOf(state),
    columns: exported,
    shown,
    total,
    title: t('people.families.title'),
    what: t('people.families.count', { count: total }),
    church: useSession().church.name,
  })
}

function FamilyActs({ family, onRemove }: { family: FamilyRow; onRemove: () => void }) {
  const t = useTexts()
  const params = { id: family.id }
  return (
    <>
      <MenuLink icon={IconHomeHeart} to={paths.family} params={params}>
        {t('people.acts.open')}
      </MenuLink>
      <MenuLink icon={IconPencil} to={paths.family} params={params} search={{ edit: 'yes' }}>
        {t('people.acts.edit')}
      </MenuLink>
      <MenuItem icon={IconTrash} isDanger onPick={onRemove}>
        {t('people.family.remove')}
      </MenuItem>
    </>
  )
}

/** What can be done with one family, for those who may; the dialog stands beside the list. */
function useFamilyActs() {
  const canWrite = useCan('people.write')
  const [removed, remove] = useState<FamilyRow | null>(null)
  return {
    canWrite,
    rowActions: canWrite
      ? (family: FamilyRow) => <FamilyActs family={family} onRemove={() => remove(family)} />
      : undefined,
    dialog: removed && <RemoveFamilyDialog family={removed} onClose={() => remove(null)} />,
  }
}

/** The families of the church. */
export function FamiliesPage() {
  const t = useTexts()
  const { canWrite, rowActions, dialog } = useFamilyActs()
  const filtering = useFamiliesFilter()
  const list = useFamilies(filtering.state)
  const add = canWrite && (
    <ButtonLink to={paths.addFamily} kind="primary" icon={IconPlus}>
      {t('people.families.add')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={t('people.families.title')} actions={add}>
        {!list.isLoading && !list.failure && t('people.families.count', { count: list.total })}
      </PageHeader>
      <DataTable
        name="families"
        caption={t('people.families.title')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('people.families.searchLabel'),
          placeholder: t('people.families.searchPlaceholder'),
        }}
        sort={{
          value: filtering.sort,
          onChange: filtering.sortBy,
          choices: familySorts.map((value) => ({
            value,
            label: t(value === 'name' ? 'people.sort.name' : 'people.sort.nameBack'),
          })),
        }}
        columnChoice={{ shown: filtering.shown, onChange: filtering.showColumns }}
        views={useSavedViews('families', filtering)}
        exporting={useExport(filtering, list.total)}
        rowActions={rowActions}
        noMatch={filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('people.families.noMatch')}</NoMatch>}
        empty={
          <Empty title={t('people.families.emptyTitle')} action={add}>
            {t('people.families.emptyText')}
          </Empty>
        }
      />
      {dialog}
    </>
  )
}
