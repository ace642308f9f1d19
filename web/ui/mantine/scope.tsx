import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from '../../device/color-scheme.ts'
import classes from './scope.module.css'
import { theme } from '../theme.ts'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import './variables.css'

/** Styles of the Mantine components in use, in their layer: a screen's own module always wins over them. */

const field = { classNames: { input: classes.input, label: classes.fieldLabel } }
const list = {
  classNames: { ...field.classNames, dropdown: classes.dropdown, option: classes.option, pill: classes.pill },
}

const dressed = mergeThemeOverrides(theme, {
  components: {
    Menu: {
      classNames: { dropdown: classes.dropdown, item: classes.item, label: classes.label, divider: classes.divider },
    },
    Popover: { classNames: { dropdown: classes.dropdown } },
    Combobox: { classNames: { dropdown: classes.dropdown, option: classes.option } },
    Select: list,
    MultiSelect: list,
    TagsInput: list,
    TextInput: field,
    Textarea: field,
  },
})

/**
 * Mantine for the doors that use it. Nothing here writes a style element: the variables are a style sheet made by the
 * build, and responsive style props (`p={{ base: 8, sm: 16 }}`) must not be used.
 */
export function MantineScope({ children }: { children: ReactNode }) {
  const { scheme } = useColorScheme()
  return (
    <MantineProvider
      theme={dressed}
      forceColorScheme={scheme}
      withCssVariables={false}
      withStaticClasses={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
