import { useState } from 'react'
import { exportFamilies, type FamilyRow } from '#contract/people/families.ts'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { paths } from '../../routing/paths.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useCan, useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { MenuItem, MenuLink, type Columns } from '../../ui/data-table/index.ts'
import { IconHomeHeart, IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { familiesQueryOf, useFamilies, useFamiliesFilter } from './families-list.ts'
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

const words: ListWords = {
  title: 'people.families.title',
  count: 'people.families.count',
  searchLabel: 'people.families.searchLabel',
  searchPlaceholder: 'people.families.searchPlaceholder',
  noMatch: 'people.families.noMatch',
  emptyTitle: 'people.families.emptyTitle',
  emptyText: 'people.families.emptyText',
}
const sortNames = { name: 'people.sort.name', '-name': 'people.sort.nameBack' } as const

/** The families of the church. */
export function FamiliesPage() {
  const t = useTexts()
  const { canWrite, rowActions, dialog } = useFamilyActs()
  const filtering = useFamiliesFilter()
  const list = useFamilies(filtering.state)
  const exporting = useListExport({
    endpoint: exportFamilies,
    query: familiesQueryOf(filtering.state),
    columns: exported,
    shown: filtering.shown,
    total: list.total,
    title: t('people.families.title'),
    what: t('people.families.count', { count: list.total }),
    church: useSession().church.name,
  })
  const add = canWrite && (
    <ButtonLink to={paths.addFamily} kind="primary" icon={IconPlus}>
      {t('people.families.add')}
    </ButtonLink>
  )
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, nameOf, sortNames, exporting, rowActions }}
      name="families"
      views={useSavedViews('families', filtering)}
      actions={add}
      emptyAction={add}
    >
      {dialog}
    </ListPage>
  )
}
