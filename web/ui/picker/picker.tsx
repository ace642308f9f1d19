import type { ReactNode } from 'react'
import { Field } from '../controls/field.tsx'
import type { Icon } from '../controls/button.tsx'
import classes from './picker.module.css'
import { useListbox } from './use-listbox.ts'

export type PickerOption = { id: string; name: string; aside?: ReactNode; isDisabled?: boolean; isChosen?: boolean }

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
  /** Said in the list's place: what to type, that nothing is found, that it failed. */
  status: ReactNode
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
  status,
}: PickerProps) {
  const list = useListbox(options, { onPick, staysOpen })
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
            <div className={classes['drop']}>
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
                    <span>{option.name}</span>
                    {option.aside !== undefined && <span className={classes['aside']}>{option.aside}</span>}
                  </div>
                ))}
              </div>
              <div role="status" className={status ? classes['status'] : undefined}>
                {status}
              </div>
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
