import { Preferences } from '../../ui/preferences/preferences.tsx'

const words = {
  title: 'ui.shell.appearance',
  system: 'ui.shell.system',
  light: 'ui.shell.light',
  dark: 'ui.shell.dark',
} as const

export const ShellPreferences = () => <Preferences words={words} />
