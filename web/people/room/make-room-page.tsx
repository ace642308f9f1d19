import { useDeferredValue, useState } from 'react'
import type { PersonRow } from '#contract/people/persons.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import {
  DataTable,
  MenuItem,
  SelectionAction,
  selectedCount,
  useTableSelection,
  nothingSelected,
  type Columns,
} from '../../ui/data-table/index.ts'
import { Choices } from '../../ui/filters/index.ts'
import { IconArchive, IconTrash } from '../../ui/icons.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import type { Chosen } from '../changes/change-dialog.tsx'
import { ArchiveDialog } from '../changes/archive-dialog.tsx'
import { EraseDialog } from '../changes/erase-dialog.tsx'
import { peopleSelectionOf, type PeopleFilter, usePeople } from '../people-filter.ts'
import { nameOf } from '../words.ts'
import rows from '../import/rows.module.css'
import { useWayOut } from './use-way-out.ts'

const Day = ({ value }: { value: string }) => <span className="num">{useFormat().day(value)}</span>

function Number({ phone }: { phone: string | null }) {
  const t = useTexts()
  return phone ? <Phone value={groupPhone(phone)} /> : <span className="muted">{t('people.list.noPhone')}</span>
}

/** Nobody's page opens while the gate is shut: names lead nowhere here. */
const columns: Columns<PersonRow> = [
  { id: 'name', title: 'people.list.name', cell: (person) => <b>{nameOf(person)}</b>, isName: true },
  { id: 'phone', title: 'people.list.phone', cell: ({ phone }) => <Number phone={phone} />, width: '11.25rem' },
  { id: 'joined', title: 'people.list.joined', cell: ({ joinedOn }) => <Day value={joinedOn} />, width: '7.75rem' },
]

const idOf = ({ id }: PersonRow) => id
const card = (person: PersonRow) => (
  <div>
    <b>{nameOf(person)}</b>
    <div className="small muted">
      <Number phone={person.phone} /> · <Day value={person.joinedOn} />
    </div>
  </div>
)

/** How many are too many; once they are not, the way back to everything. */
function Standing() {
  const t = useTexts()
  const { number } = useFormat()
  const { church, gate } = useSession()
  const tooMany = church.people - church.membershipSize
  const numbers = { people: number(church.people), size: number(church.membershipSize) }
  if (tooMany > 0)
    return (
      <Note tone="warn">
        <p className="strong">{t('people.room.tooMany', { ...numbers, count: tooMany })}</p>
        <p>{t('people.room.archiveText')}</p>
      </Note>
    )
  if (gate !== 'open') return null
  return (
    <Note
      tone="ok"
      action={
        <ButtonLink to={paths.dashboard} kind="primary">
          {t('people.room.toDashboard')}
        </ButtonLink>
      }
    >
      {t('people.room.thereIsRoom', { ...numbers, count: church.people })}
    </Note>
  )
}

type Asked = { act: 'archive' | 'erase'; chosen: Chosen; onDone: () => void }

const nothing = () => undefined

/** The act of this list: archive people, or erase those who are archived. */
function useAct(filter: PeopleFilter, total: number) {
  const t = useTexts()
  const [asked, ask] = useState<Asked | null>(null)
  const { value, onChange } = useTableSelection(JSON.stringify(filter))
  const act = filter.archived ? 'erase' : 'archive'
  const [Sign, isDanger] = act === 'erase' ? [IconTrash, true] : [IconArchive, false]
  const label = t(act === 'erase' ? 'people.erase.act' : 'people.archive.act')
  const Dialog = asked?.act === 'erase' ? EraseDialog : ArchiveDialog
  const whom: Chosen = { people: peopleSelectionOf(value, filter), count: selectedCount(value, total) }
  const forget = () => onChange(nothingSelected)
  return {
    forget,
    selection: {
      value,
      onChange,
      canMatch: true,
      actions: (
        <SelectionAction
          icon={Sign}
          isDanger={isDanger}
          label={label}
          onPick={() => ask({ act, chosen: whom, onDone: forget })}
        />
      ),
    },
    rowActions: (person: PersonRow) => (
      <MenuItem
        icon={Sign}
        isDanger={isDanger}
        onPick={() =>
          ask({ act, chosen: { people: { ids: [person.id] }, count: 1, name: nameOf(person) }, onDone: nothing })
        }
      >
        {label}
      </MenuItem>
    ),
    dialog: asked && <Dialog chosen={asked.chosen} onDone={asked.onDone} onClose={() => ask(null)} />,
  }
}

/** The people of a church whose gate is shut, to archive or erase: nothing else of them is open. */
export function MakeRoomPage() {
  const t = useTexts()
  const { church } = useSession()
  const [search, searchFor] = useState('')
  const [shown, show] = useState('')
  const wanted = useDeferredValue(search.trim())
  const filter: PeopleFilter = { ...(wanted && { search: wanted }), ...(shown === 'archived' && { archived: 'yes' }) }
  const list = usePeople(filter)
  const { dialog, forget, ...acts } = useAct(filter, list.total)
  return (
    <BareFrame title={church.name}>
      <PageHeader title={t('people.room.title')} back={useWayOut()} actions={<UndoLink />}>
        {t('people.room.line')}
      </PageHeader>
      <Standing />
      <DataTable
        name="make-room"
        caption={t('people.list.title')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        search={{
          value: search,
          onChange: searchFor,
          label: t('people.list.searchLabel'),
          placeholder: t('people.list.searchPlaceholder'),
        }}
        chips={
          <div className={rows['show']}>
            <Choices
              shape="chips"
              legend={t('people.filter.archive')}
              choices={[
                { value: '', label: t('people.filter.notArchived') },
                { value: 'archived', label: t('people.filter.archived') },
              ]}
              value={shown}
              onChange={(chosen) => {
                show(chosen)
                forget()
              }}
            />
          </div>
        }
        {...acts}
        noMatch={wanted && <NoMatch onClear={() => searchFor('')}>{t('people.list.noMatch')}</NoMatch>}
        empty={<Empty title={t('people.room.nobody')} />}
      />
      {dialog}
    </BareFrame>
  )
}

const UndoLink = () => <ButtonLink to={paths.undoWhileGated}>{useTexts()('people.room.toUndo')}</ButtonLink>
