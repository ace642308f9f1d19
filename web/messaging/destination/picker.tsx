import { Combobox, TextInput, useCombobox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Field } from '../../ui/controls/field.tsx'
import { IconSearch } from '../../ui/icons.ts'
import classes from './destination.module.css'

export type PickerOption = { id: string; name: string; aside?: ReactNode }

type PickerProps = {
  label: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
  options: readonly PickerOption[]
  onPick: (option: PickerOption) => void
  /** Said in the list's place: what to type, that nothing is found, that it failed. */
  status: ReactNode
}

/** A field that finds things by name and adds them one after another; arrows and Enter pick too. */
export function Picker({ label, placeholder, search, onSearch, options, onPick, status }: PickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const pick = (id: string) => {
    const option = options.find((one) => one.id === id)
    if (!option) return
    onPick(option)
    onSearch('')
    combobox.resetSelectedOption()
  }
  return (
    <Field label={label}>
      {(control) => (
        <Combobox store={combobox} onOptionSubmit={pick} transitionProps={{ duration: 0 }}>
          <Combobox.Target withExpandedAttribute>
            <TextInput
              {...control}
              value={search}
              placeholder={placeholder}
              maxLength={100}
              autoComplete="off"
              leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
              onChange={(event) => {
                onSearch(event.currentTarget.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onClick={() => combobox.openDropdown()}
              onFocus={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
          <Combobox.Dropdown>
            <Combobox.Options className={classes['options']} aria-label={label}>
              {options.map((option) => (
                <Combobox.Option key={option.id} value={option.id} className={classes['option']}>
                  <span className={classes['optionName']}>{option.name}</span>
                  {option.aside !== undefined && <span className="muted small num">{option.aside}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Options>
            <div role="status" className={status ? classes['status'] : undefined}>
              {status}
            </div>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  )
}
