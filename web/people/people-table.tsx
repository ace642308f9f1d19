import type { PersonRow } from '#contract/people/persons.ts'
import { useFormat } from '../languages/format.tsx'
import { useTexts } from '../languages/index.ts'
import { DataTable, type Column, type Columns, type DataTableProps } from '../ui/data-table/index.ts'
import { Belongs, GroupNames, MailAddress, nameOf, PersonCard, Reach, Who } from './person-parts.tsx'

const Day = ({ value }: { value: string }) => <span className="num">{useFormat().day(value)}</span>

const name = (withMail: boolean): Column<PersonRow> => ({
  id: 'name',
  title: 'people.list.name',
  cell: (person) => <Who person={person} withMail={withMail} />,
  isName: true,
  sortBy: 'name',
})

const others: Columns<PersonRow> = [
  {
    id: 'phone',
    title: 'people.list.phone',
    cell: (person) => <Reach person={person} />,
    width: '10.5rem',
  },
  {
    id: 'email',
    title: 'people.list.email',
    cell: (person) => <MailAddress person={person} />,
    width: '19%',
    wideOnly: true,
  },
  {
    id: 'groups',
    title: 'people.list.groups',
    cell: ({ groups }) => <GroupNames groups={groups} />,
    width: '11%',
    wideOnly: true,
  },
  {
    id: 'kind',
    title: 'people.list.kind',
    cell: (person) => <Belongs person={person} />,
    width: '8rem',
  },
  {
    id: 'joined',
    title: 'people.list.joined',
    cell: ({ joinedOn }) => <Day value={joinedOn} />,
    width: '7.5rem',
    align: 'end',
    wideOnly: true,
    sortBy: '-joined',
  },
]

/** The address stands below the name unless it has a column of its own. */
const usual: Columns<PersonRow> = [name(true), ...others]
const withMailColumn: Columns<PersonRow> = [name(false), ...others]

const idOf = ({ id }: PersonRow) => id
const card = (person: PersonRow) => <PersonCard person={person} />

type Left = 'name' | 'caption' | 'columns' | 'card' | 'idOf' | 'nameOf'

/** People as rows, or as cards on a phone. */
export function PeopleTable(props: Omit<DataTableProps<PersonRow>, Left>) {
  const t = useTexts()
  const hasMailColumn = props.columnChoice?.shown.includes('email')
  return (
    <DataTable
      {...props}
      name="people"
      caption={t('people.list.title')}
      columns={hasMailColumn ? withMailColumn : usual}
      card={card}
      idOf={idOf}
      nameOf={nameOf}
    />
  )
}
