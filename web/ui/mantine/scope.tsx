import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from '../../lib/color-scheme.ts'
import './styles.ts'
import classes from './scope.module.css'
import { theme } from '../theme.ts'

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
