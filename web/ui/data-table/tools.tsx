import { useState, type ReactNode } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button, IconButton, type Icon } from '../controls/button.tsx'
import { DropPanel } from '../filters/drop-panel.tsx'
import { IconBookmark, IconChevronDown, IconDownload, IconPrinter, IconColumns3 } from '../icons.ts'
import { DensityToggle } from './density.tsx'
import { ExportPanel, type ExportProps } from './export-panel.tsx'
import { MoreSheet } from './more-sheet.tsx'
import type { Printing } from './print-sheet.tsx'
import { SearchBox } from './search-box.tsx'
import type { ToolsProps } from './tools-shape.ts'
import classes from './tools.module.css'
import { ViewsPanel } from './views-panel.tsx'
import { CheckLine } from './tick-box.tsx'
import panels from './panels.module.css'
import type { ColumnChoice, Columns } from './table-shape.ts'

type ColumnsMenuProps<Row> = { columns: Columns<Row>; choice: ColumnChoice }

/** The address takes a moment to change; the boxes do not wait for it. */
function useChosen({ shown, onChange }: ColumnChoice) {
  const [chosen, setChosen] = useState(shown)
  const [seen, setSeen] = useState(shown.join())
  if (shown.join() !== seen) {
    setSeen(shown.join())
    setChosen(shown)
  }
  const choose = (wanted: readonly string[]) => {
    setChosen(wanted)
    onChange(wanted)
  }
  return [chosen, choose] as const
}

/** Which columns are shown. Their order is the list's own, and the one that names the rows stays. */
function ColumnsMenu<Row>({ columns, choice }: ColumnsMenuProps<Row>) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useChosen(choice)
  const button = (
    <Button icon={IconColumns3} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t('ui.table.columns')}
    </Button>
  )
  const toggle = (id: string) =>
    choose(columns.map((column) => column.id).filter((other) => chosen.includes(other) !== (other === id)))
  return (
    <DropPanel
      open={isOpen}
      onClose={() => setOpen(false)}
      label={t('ui.table.columns')}
      button={button}
      align="end"
      className={panels['narrow']}
    >
      <ul>
        {columns.map(({ id, title, isName }) => (
          <li key={id}>
            <CheckLine
              label={t(title)}
              checked={isName === true || chosen.includes(id)}
              disabled={isName === true}
              onToggle={() => toggle(id)}
            />
          </li>
        ))}
      </ul>
    </DropPanel>
  )
}

type PanelProps = {
  title: TextId
  icon: Icon
  isBusy?: boolean
  onOpen?: () => void
  children: (close: () => void) => ReactNode
}

/** A button that opens a panel below it. */
function PanelButton({ title, icon, isBusy, onOpen, children }: PanelProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    if (!isOpen) onOpen?.()
    setOpen(!isOpen)
  }
  const button = (
    <Button
      icon={icon}
      {...(isBusy && { busy: true })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={classes['opens']}
      onClick={toggle}
    >
      {t(title)}
      <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
    </Button>
  )
  const close = () => setOpen(false)
  return (
    <DropPanel open={isOpen} onClose={close} label={t(title)} button={button} align="end">
      {children(close)}
    </DropPanel>
  )
}

function Export({ exporting, printing }: { exporting: ExportProps; printing: Printing }) {
  const t = useTexts()
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <PanelButton title="ui.export.title" icon={IconDownload} isBusy={isBusy}>
        {(close) => <ExportPanel exporting={exporting} onBusy={setBusy} onDone={close} />}
      </PanelButton>
      <IconButton
        label={t('ui.print.title')}
        icon={IconPrinter}
        aria-busy={printing.isBusy || undefined}
        onClick={printing.start}
      />
    </>
  )
}

/** Above the rows: search and filter; then what concerns the list as a whole, on a phone behind one button. */
export function Tools<Row>(props: ToolsProps<Row>) {
  const { search, filter, columns, columnChoice, views, exporting, density, printing, isPhone } = props
  return (
    <div className={classes['tools']}>
      {search && <SearchBox {...search} />}
      {filter}
      {isPhone ? (
        <MoreSheet {...props} />
      ) : (
        <div className={classes['whole']}>
          {views && (
            <PanelButton title="ui.views.title" icon={IconBookmark} onOpen={views.onOpen}>
              {(close) => <ViewsPanel views={views} onDone={close} />}
            </PanelButton>
          )}
          <DensityToggle {...density} />
          {columnChoice && <ColumnsMenu columns={columns} choice={columnChoice} />}
          {exporting && <Export exporting={exporting} printing={printing} />}
        </div>
      )}
    </div>
  )
}
