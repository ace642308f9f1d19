import { useState, type SyntheticEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import formClasses from '../form-page.module.css'
import classes from './settings.module.css'

/** `id` absent: new. `hint`: what leads here by itself; such a one is renamed, never taken out. */
type Listed = { id?: number; name: string; hint?: string | undefined; isRetired: boolean }
type Kept = Omit<Listed, 'isRetired'> & { key: string }

const keyed = ({ id, name, hint }: Listed): Kept => ({
  ...(id !== undefined && { id }),
  name,
  ...(hint && { hint }),
  key: `${id}`,
})

type RowProps = {
  row: Kept
  isFirst: boolean
  isLast: boolean
  onName: (name: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function Row({ row: { name, hint }, isFirst, isLast, onName, onMove, onRemove }: RowProps) {
  const t = useTexts()
  return (
    <li>
      <TextField
        label={t('followup.settings.name')}
        value={name}
        hint={hint}
        required
        maxLength={60}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <div className={classes['acts']}>
        <IconButton
          small
          icon={IconArrowUp}
          label={t('followup.settings.up', { name })}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          small
          icon={IconArrowDown}
          label={t('followup.settings.down', { name })}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          small
          icon={IconTrash}
          label={t('followup.settings.remove', { name })}
          disabled={hint !== undefined}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

function swapped(rows: readonly Kept[], place: number, by: 1 | -1): Kept[] {
  const [one, other] = [rows[place], rows[place + by]]
  return one && other ? rows.with(place, other).with(place + by, one) : [...rows]
}

function useRows(list: readonly Listed[]) {
  const [rows, setRows] = useState(() => list.filter(({ isRetired }) => !isRetired).map(keyed))
  const [added, setAdded] = useState(0)
  const add = () => {
    setRows([...rows, { name: '', key: `new ${added}` }])
    setAdded(added + 1)
  }
  return { rows, setRows, add }
}

type ListEditorProps = {
  title: string
  hint: string
  list: readonly Listed[]
  mayChange: boolean
  busy: boolean
  onSave: (items: { id?: number; name: string }[]) => void
}

/** A list of the church's own: names, order, new ones. What is taken out stays readable and can be brought back. */
export function ListEditor({ title, hint, list, mayChange, busy, onSave }: ListEditorProps) {
  const t = useTexts()
  const { rows, setRows, add } = useRows(list)
  const gone = list.filter(({ id }) => !rows.some((row) => row.id === id))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave(rows.map(({ id, name }) => ({ ...(id !== undefined && { id }), name })))
  }
  return (
    <Card title={title}>
      <form className={formClasses['stack']} onSubmit={submit}>
        <p className="small muted">{hint}</p>
        <fieldset disabled={!mayChange} className={classes['fields']}>
          <ol className={classes['rows']}>
            {rows.map((row, place) => (
              <Row
                key={row.key}
                row={row}
                isFirst={place === 0}
                isLast={place === rows.length - 1}
                onName={(name) => setRows(rows.with(place, { ...row, name }))}
                onMove={(by) => setRows(swapped(rows, place, by))}
                onRemove={() => setRows(rows.toSpliced(place, 1))}
              />
            ))}
          </ol>
          {gone.length > 0 && (
            <ul className={classes['gone']} aria-label={t('followup.settings.retired')}>
              {gone.map((one) => (
                <li key={one.id}>
                  <span className="muted">{t('followup.settings.retiredOne', { name: one.name })}</span>
                  <Button kind="quiet" size="sm" onClick={() => setRows([...rows, keyed(one)])}>
                    {t('followup.settings.bringBack')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {mayChange && (
            <div className="row between">
              <Button size="sm" icon={IconPlus} onClick={add}>
                {t('followup.settings.add')}
              </Button>
              <Button type="submit" kind="primary" busy={busy}>
                {t('followup.write.save')}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Card>
  )
}
