import { useTexts } from '../../lib/languages/index.ts'
import { IconSearch } from '../../ui/icons.ts'
import classes from './find-button.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the quick search from the sidebar; it looks like the field that it opens. */
export function FindButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts()
  return (
    <button
      type="button"
      className={classes['find']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={t('ui.find.title')}
      onClick={onOpen}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes['word']}>{t('ui.find.title')}</span>
      <kbd aria-hidden="true">{isApple ? '⌘ K' : t('ui.find.keys')}</kbd>
    </button>
  )
}
