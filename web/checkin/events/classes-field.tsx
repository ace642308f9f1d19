import { useRef, useState } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type Translate } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconAlertCircle, IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { agesWords } from '../ages.ts'
import { ageFromOf, ageUntilOf, emptyClass, starterClasses, type ClassDraft } from './class-draft.ts'
import { ClassDialog } from './class-dialog.tsx'
import classes from './classes-field.module.css'

type Classes = readonly ClassDraft[]

/** "2 to 5 years · 200 places · 1 adult for 8" */
function useClassLine() {
  const t = useTexts()
  const format = useFormat()
  return ({ from, until, isLimited, capacity, ratio, taken }: ClassDraft) =>
    [
      agesWords(ageFromOf(from), ageUntilOf(until), t),
      isLimited ? t('checkin.class.places', { count: Number(capacity) }) : t('checkin.places.noLimit'),
      ratio && t('checkin.class.ratioWords', { count: Number(ratio) }),
      taken > 0 && t('checkin.class.takenWords', { taken: format.number(taken) }),
    ].filter(Boolean)
}

type RowProps = {
  one: ClassDraft
  fault: string | undefined
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
}

function ClassRow({ one, fault, isFirst, isLast, onMove, onEdit, onRemove }: RowProps) {
  const t = useTexts()
  const lineOf = useClassLine()
  const { name } = one
  return (
    <li className={classes['row']}>
      <div className={classes['said']}>
        <p className="strong">{name}</p>
        <p className={classes['line']}>
          {lineOf(one).map((part) => (
            <span key={String(part)}>{part}</span>
          ))}
        </p>
        {fault && (
          <p className={classes['fault']}>
            <IconAlertCircle size={16} aria-hidden="true" />
            {fault}
          </p>
        )}
      </div>
      <div className={classes['acts']}>
        <IconButton
          label={t('checkin.class.up', { name })}
          icon={IconArrowUp}
          aria-disabled={isFirst}
          onClick={() => !isFirst && onMove(-1)}
        />
        <IconButton
          label={t('checkin.class.down', { name })}
          icon={IconArrowDown}
          aria-disabled={isLast}
          onClick={() => !isLast && onMove(1)}
        />
        <IconButton label={t('checkin.class.edit', { name })} icon={IconPencil} onClick={onEdit} />
        <IconButton label={t('checkin.class.remove', { name })} icon={IconTrash} onClick={onRemove} />
      </div>
    </li>
  )
}

const moved = (items: Classes, from: number, by: 1 | -1): Classes => {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(from + by, 0, ...items.slice(from, from + 1))
}

/** The classes that most churches begin with, by their names in the user's language. */
export const starterIn = (t: Translate) =>
  starterClasses({
    nursery: t('checkin.class.nursery'),
    toddlers: t('checkin.class.toddlers'),
    primary: t('checkin.class.primary'),
    teens: t('checkin.class.teens'),
  })

type ClassesFieldProps = {
  items: Classes
  onChange: (items: Classes) => void
  /** That there is none. */
  error: string | undefined
  /** What is wrong with one of them, by its place and id. */
  faultOf: (one: ClassDraft, index: number) => string | undefined
}

/** The classes of an event: added, changed in a dialog, put in order, taken out. */
export function ClassesField({ items, onChange, error, faultOf }: ClassesFieldProps) {
  const t = useTexts()
  const list = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<ClassDraft | null>(null)
  const add = () => setEdited(emptyClass())
  const keep = (one: ClassDraft) => {
    const isThere = items.some(({ key }) => key === one.key)
    onChange(isThere ? items.map((item) => (item.key === one.key ? one : item)) : [...items, one])
    setEdited(null)
  }
  const remove = ({ key, name, taken }: ClassDraft) => {
    if (taken > 0) return void toast.warn(t('checkin.class.isTaken', { name, count: taken }))
    onChange(items.filter((item) => item.key !== key))
    list.current?.focus()
  }
  return (
    <Card
      title={t('checkin.class.title')}
      aside={
        items.length > 0 && (
          <Button kind="quiet" size="sm" icon={IconPlus} onClick={add}>
            {t('checkin.class.add')}
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1} className={classes['field']}>
        {items.length === 0 && (
          <>
            <p className="muted">{t('checkin.class.none')}</p>
            <div className={classes['begin']}>
              <Button onClick={() => onChange(starterIn(t))}>{t('checkin.class.starter')}</Button>
              <Button kind="quiet" icon={IconPlus} onClick={add}>
                {t('checkin.class.addOwn')}
              </Button>
            </div>
          </>
        )}
        {error && (
          <p role="alert" className={classes['fault']}>
            <IconAlertCircle size={16} aria-hidden="true" />
            {error}
          </p>
        )}
        <ul aria-label={t('checkin.class.title')}>
          {items.map((one, index) => (
            <ClassRow
              key={one.key}
              one={one}
              fault={faultOf(one, index)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(by) => onChange(moved(items, index, by))}
              onEdit={() => setEdited(one)}
              onRemove={() => remove(one)}
            />
          ))}
        </ul>
      </div>
      {edited && (
        <ClassDialog
          key={edited.key}
          one={edited}
          isNew={!items.some(({ key }) => key === edited.key)}
          onKeep={keep}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}
