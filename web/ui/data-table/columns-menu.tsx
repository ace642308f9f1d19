import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../controls/button.tsx'
import { DropPanel } from '../filters/drop-panel.tsx'
import { IconColumns3 } from '../icons.ts'
import { CheckLine } from './check-line.tsx'
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
export function ColumnsMenu<Row>({ columns, choice }: ColumnsMenuProps<Row>) {
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
