import { useRef, type ReactNode } from 'react'
import { Field } from '../controls/field.tsx'
import { type Icon, IconButton } from '../controls/button.tsx'
import { IconTrash, IconX } from '../icons.ts'
import drop from '../surfaces/drop.module.css'
import { useDrop } from '../surfaces/use-drop.ts'
import classes from './picker.module.css'
import { useListbox } from './use-listbox.ts'
import chipClasses from './chip.module.css'

export type PickerOption = {
  id: string
  name: string
  /** Below the name, smaller. */
  note?: ReactNode
  /** Before the name. */
  icon?: Icon
  aside?: ReactNode
  isDisabled?: boolean
  isChosen?: boolean
}

/** Options can be taken away from here: by the sign at their end, or with the Delete key. */
type Removal = {
  label: (name: string) => string
  isRemovable: (option: PickerOption) => boolean
  onRemove: (option: PickerOption) => void
}

type PickerProps = {
  label: string
  hint?: ReactNode
  placeholder: string
  icon: Icon
  text: string
  onType: (text: string) => void
  options: readonly PickerOption[]
  onPick: (option: PickerOption) => void
  /** After a pick the list stays, so that more can be picked. */
  staysOpen?: boolean
  onClose?: () => void
  removal?: Removal
  /** Said in the list's place: what to type, that nothing is found, that it failed. */
  status: ReactNode
}

type FaceProps = { option: PickerOption; removal: Removal | undefined; onRemove: (option: PickerOption) => void }

function OptionFace({ option, removal, onRemove }: FaceProps) {
  const { icon: Sign, name, note, aside } = option
  return (
    <>
      <span className={Sign && classes['act']}>
        {Sign && <Sign size={18} stroke={1.75} aria-hidden="true" />}
        {name}
        {note && <span className={classes['note']}>{note}</span>}
      </span>
      <span className={classes['end']}>
        {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
        {removal?.isRemovable(option) && (
          // For pointers; whoever types has the Delete key, which the line below the list names.
          <span
            aria-hidden="true"
            title={removal.label(name)}
            className={classes['remove']}
            onClick={(event) => {
              event.stopPropagation()
              onRemove(option)
            }}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          </span>
        )}
      </span>
    </>
  )
}

/** A field that finds things by name; arrows and Enter pick as well as the pointer. */
export function Picker({
  label,
  hint,
  placeholder,
  icon: Icon,
  text,
  onType,
  options,
  onPick,
  staysOpen = false,
  onClose,
  removal,
  status,
}: PickerProps) {
  const remove = (option: PickerOption) => {
    list.close()
    onClose?.()
    removal?.onRemove(option)
  }
  const list = useListbox(options, {
    onPick,
    staysOpen,
    ...(removal && { onDelete: (option: PickerOption) => removal.isRemovable(option) && remove(option) }),
  })
  const panel = useRef<HTMLDivElement>(null)
  useDrop(panel, list.isOpen, 'both')
  const active = options[list.active]
  const shown = status ?? (active && removal?.isRemovable(active) ? removal.label(active.name) : null)
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className={classes['picker']}>
          <input
            {...control}
            {...list.field}
            type="text"
            maxLength={100}
            spellCheck={false}
            value={text}
            placeholder={placeholder}
            onBlur={() => {
              list.close()
              onClose?.()
            }}
            onChange={(event) => {
              onType(event.target.value)
              list.open()
            }}
          />
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {list.isOpen && (
            <div ref={panel} popover="manual" className={`${drop['drop']} ${classes['drop']}`}>
              <div id={list.listId} role="listbox" aria-label={label}>
                {options.map((option, place) => (
                  <div
                    key={option.id}
                    id={list.optionId(place)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option.isChosen ?? false}
                    aria-disabled={option.isDisabled}
                    className={place === list.active ? classes['active'] : undefined}
                    // The focus stays in the field, or the list would close under the pointer.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => list.pick(option)}
                  >
                    <OptionFace option={option} removal={removal} onRemove={remove} />
                  </div>
                ))}
              </div>
              <div role="status" className={shown ? classes['status'] : undefined}>
                {shown}
              </div>
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** What was picked, side by side. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={chipClasses['chips']} aria-label={label}>
    {children}
  </ul>
)

/** One thing that was picked, and its way out. */
export const Chip = ({ name, remove, onRemove }: { name: string; remove: string; onRemove: () => void }) => (
  <li className={chipClasses['chip']}>
    <bdi>{name}</bdi>
    <IconButton small label={remove} icon={IconX} onClick={onRemove} />
  </li>
)
