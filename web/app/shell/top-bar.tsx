import { chooseScheme, useColorScheme } from '../../lib/color-scheme.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { IconMoon, IconSearch, IconSun } from '../../ui/icons.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import classes from './phone-bars.module.css'

/** Head of phones: whose pages these are. */
export function TopBar({ title, onFind }: { title: string; onFind: () => void }) {
  const t = useTexts()
  const { scheme } = useColorScheme()
  return (
    <header className={classes['top']}>
      <BrandMark />
      <b className="grow clip">{title}</b>
      <IconButton label={t('ui.find.title')} icon={IconSearch} aria-haspopup="dialog" onClick={onFind} />
      <IconButton
        label={t(scheme === 'dark' ? 'ui.shell.toLight' : 'ui.shell.toDark')}
        icon={scheme === 'dark' ? IconSun : IconMoon}
        onClick={() => chooseScheme(scheme === 'dark' ? 'light' : 'dark')}
      />
    </header>
  )
}
