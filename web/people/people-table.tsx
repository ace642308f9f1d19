import type { PersonRow } from '#contract/people/persons.ts'
import { useFormat } from '../lib/format.tsx'
import { Phrase, useTexts } from '../lib/languages/index.ts'
import { columnsOf, DataTable, type DataTableProps } from '../ui/data-table/index.ts'
import { GroupNames, Kind, nameOf, PersonCard, Reach, Who } from './person-parts.tsx'

const Day = ({ value }: { value: string }) => <span className="num">{useFormat().day(value)}</span>

const column = columnsOf<PersonRow>()
const columns = column.columns([
  column.accessor(nameOf, {
    id: 'name',
    header: () => <Phrase id="people.list.name" />,
    cell: ({ row }) => <Who person={row.original} />,
    meta: { isName: true },
  }),
  column.accessor('phone', {
    header: () => <Phrase id="people.list.phone" />,
    cell: ({ row }) => <Reach person={row.original} />,
    meta: { width: '11rem' },
  }),
  column.accessor((person) => person.groups.join(', '), {
    id: 'groups',
    header: () => <Phrase id="people.list.groups" />,
    cell: ({ row }) => <GroupNames groups={row.original.groups} />,
    meta: { width: '20%', wideOnly: true },
  }),
  column.accessor('kind', {
    header: () => <Phrase id="people.list.kind" />,
    cell: ({ row }) => <Kind kind={row.original.kind} />,
    meta: { width: '9.75rem' },
  }),
  column.accessor('joinedOn', {
    header: () => <Phrase id="people.list.joined" />,
    cell: ({ row }) => <Day value={row.original.joinedOn} />,
    meta: { width: '7.75rem', align: 'end' },
  }),
])

const idOf = ({ id }: PersonRow) => id
const card = (person: PersonRow) => <PersonCard person={person} />

type PeopleTableProps = Omit<DataTableProps<PersonRow>, 'caption' | 'columns' | 'card' | 'idOf' | 'nameOf'>

/** People as rows, or as cards on a phone. */
export function PeopleTable(props: PeopleTableProps) {
  const t = useTexts()
  return (
    <DataTable
      {...props}
      stickyHeader
      caption={t('people.list.title')}
      columns={columns}
      card={card}
      idOf={idOf}
      nameOf={nameOf}
    />
  )
}
