import { useState } from 'react'
import { type ImportFile, type ImportRow, type ImportSubject, exportImportRows } from '#contract/people/imports.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { DataTable, MenuItem, type Columns, type ExportProps, type FileFormat } from '../../ui/data-table/index.ts'
import { Choices, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { IconInfoCircle } from '../../ui/icons.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { hasMovedOn, outcomes, outcomeWords, subjectWords } from './words.ts'
import { rowsQueryOf, useRowsFilter, type RowsFiltering } from './import-filter.ts'
import { useImportRows } from './queries.ts'
import { Name, nameOf, Outcome, Reach, RowCard, useLines, Why, WhyWhole } from './row-parts.tsx'
import classes from './rows.module.css'
import { addressOf, callForFile } from '../../api/call.ts'
import { saveFile } from '../../lists/list-export.ts'
import { useSession } from '../../session/session.ts'

type Printed = { headings: string[]; rows: (string | number | null)[][] }

/** Rows of the file as they were, each with what is wrong with it: as a file to correct, and for printing. */
export function useRowsFile(file: ImportFile, wanted: ReturnType<typeof rowsQueryOf>, total: number): ExportProps {
  const t = useTexts()
  const church = useSession().church.name
  const address = (format: FileFormat | 'json') =>
    addressOf(exportImportRows, {
      params: { id: file.id },
      query: { format, title: t('people.import.rows'), ...wanted },
    })
  return {
    what: t('people.import.rowsCount', { count: total }),
    total,
    hasMoreColumns: false,
    church,
    save: (format) => saveFile(address(format), total),
    sheet: async () => {
      const response = await callForFile(address('json'))
      const { headings, rows } = (await response.json()) as Printed
      return { headings, rows: rows.map((row) => row.map((value) => String(value ?? ''))) }
    },
  }
}

const Number = ({ value }: { value: number }) => <span className="num muted">{useFormat().number(value)}</span>

const columnsOf = (isDone: boolean): Columns<ImportRow> => [
  { id: 'row', title: 'people.import.row', cell: ({ row }) => <Number value={row} />, width: '4.75rem' },
  { id: 'name', title: 'people.import.name', cell: (row) => <Name row={row} />, isName: true, width: '20%' },
  { id: 'reach', title: 'people.import.reach', cell: (row) => <Reach row={row} />, width: '18%', wideOnly: true },
  {
    id: 'outcome',
    title: 'people.import.outcome',
    cell: (row) => <Outcome row={row} isDone={isDone} />,
    width: '7.75rem',
  },
  { id: 'why', title: 'people.import.why', cell: (row) => <Why row={row} /> },
]

const [columns, doneColumns] = [columnsOf(false), columnsOf(true)]
const card = (row: ImportRow) => <RowCard row={row} isDone={false} />
const doneCard = (row: ImportRow) => <RowCard row={row} isDone />
const idOf = ({ row }: ImportRow) => String(row)

type One = { file: ImportFile; filtering: RowsFiltering }

/** What can happen to rows and how many there are of each, the empty ones left out. */
function ShowChoice({ file: { figures, rows, appliedAt }, filtering }: One) {
  const t = useTexts()
  const format = useFormat()
  const { show } = filtering.state
  const occurring = outcomes.filter((outcome) => figures[outcome] > 0 || outcome === show)
  const choices = [
    { value: '', label: t('people.import.all'), aside: format.number(rows) },
    ...occurring.map((outcome) => ({
      value: outcome,
      label: t(appliedAt ? outcomeWords[outcome].done : outcomeWords[outcome].word),
      aside: format.number(figures[outcome]),
    })),
    { value: 'noted', label: t('people.import.noted') },
  ]
  return (
    <div className={classes['show']}>
      <Choices
        shape="chips"
        legend={t('people.import.show')}
        choices={choices}
        value={show ?? ''}
        onChange={(value) => filtering.change({ show: value })}
      />
    </div>
  )
}

/** The reason that is looked at, with its way off. */
const AboutChip = ({ about, filtering }: { about: ImportSubject; filtering: RowsFiltering }) => {
  const t = useTexts()
  return (
    <FilterChips onClearAll={() => filtering.change({ about: '' })}>
      <FilterChip
        label={t('people.import.why')}
        value={t(subjectWords[about])}
        onRemove={() => filtering.change({ about: '' })}
      />
    </FilterChips>
  )
}

/** What is said of a row, in full. */
function useWhole() {
  const t = useTexts()
  const linesOf = useLines()
  const [row, open] = useState<ImportRow | null>(null)
  return {
    rowActions: (each: ImportRow) =>
      linesOf(each).length > 0 && (
        <MenuItem icon={IconInfoCircle} onPick={() => open(each)}>
          {t('people.import.seeWhy')}
        </MenuItem>
      ),
    dialog: row && (
      <Dialog
        open
        onClose={() => open(null)}
        title={t('people.import.rowTitle', { row: row.row, name: nameOf(row) || t('people.import.nameless') })}
      >
        <WhyWhole row={row} />
      </Dialog>
    ),
  }
}

/** What happens, or has happened, to each row of the file, and why. */
export function ImportRows({ file }: { file: ImportFile }) {
  const t = useTexts()
  const filtering = useRowsFilter({ id: file.id })
  const list = useImportRows(file, filtering.state)
  const { rowActions, dialog } = useWhole()
  const isDone = file.appliedAt !== null
  const exporting = useRowsFile(file, rowsQueryOf(filtering.state), list.total)
  // The rows are people's data: they go when nobody needs them any more.
  if (hasMovedOn(list.failure))
    return (
      <Card label={t('people.import.rows')}>
        <p className="muted">{t('people.import.rowsGone')}</p>
      </Card>
    )
  return (
    <>
      <DataTable
        name="import-rows"
        caption={t('people.import.rows')}
        list={list}
        columns={isDone ? doneColumns : columns}
        card={isDone ? doneCard : card}
        idOf={idOf}
        nameOf={(row) => t('people.import.rowNumber', { row: row.row })}
        chips={
          <>
            <ShowChoice file={file} filtering={filtering} />
            {filtering.state.about && <AboutChip about={filtering.state.about} filtering={filtering} />}
          </>
        }
        exporting={exporting}
        rowActions={rowActions}
        noMatch={
          filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('people.import.noSuchRows')}</NoMatch>
        }
        empty={<Empty title={t('people.import.noRows')} />}
      />
      {dialog}
    </>
  )
}
