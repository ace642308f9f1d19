import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, type Icon } from '../../ui/controls/button.tsx'
import { DropPanel } from '../../ui/filters/drop-panel.tsx'
import { IconCalendarEvent, IconChevronDown, IconFileText, IconSend } from '../../ui/icons.ts'
import classes from './send-menu.module.css'

type Choice = { icon: Icon; name: string; note: string; isDisabled?: boolean; onPick: () => void }

type SendMenuProps = {
  isSending: boolean
  canSend: boolean
  /** When it would leave, in a line. */
  leaving: string
  onSend: () => void
  onSchedule: () => void
  onDraft: () => void
}

/** Send, and beside it the other things to do with a message: Schedule and Draft. */
export function SendMenu({ isSending, canSend, leaving, onSend, onSchedule, onDraft }: SendMenuProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const choices: Choice[] = [
    { icon: IconSend, name: t('messaging.compose.send'), note: leaving, isDisabled: !canSend, onPick: onSend },
    {
      icon: IconCalendarEvent,
      name: t('messaging.schedule.title'),
      note: t('messaging.schedule.note'),
      isDisabled: !canSend,
      onPick: onSchedule,
    },
    { icon: IconFileText, name: t('messaging.draft.title'), note: t('messaging.draft.note'), onPick: onDraft },
  ]
  const button = (
    <Button
      kind="primary"
      className={classes['more']}
      aria-label={t('messaging.compose.scheduleOrDraft')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      disabled={isSending}
      icon={IconChevronDown}
      onClick={() => setOpen(!isOpen)}
    />
  )
  return (
    <div className={classes['split']}>
      <Button
        kind="primary"
        icon={IconSend}
        className={classes['send']}
        busy={isSending}
        disabled={!canSend}
        onClick={onSend}
      >
        {t(isSending ? 'messaging.compose.beingSent' : 'messaging.compose.send')}
      </Button>
      <DropPanel
        open={isOpen}
        onClose={() => setOpen(false)}
        label={t('messaging.compose.scheduleOrDraft')}
        button={button}
        align="end"
        role="menu"
        className={classes['menu']}
      >
        {choices.map(({ icon: Sign, name, note, isDisabled = false, onPick }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={isDisabled}
            className={classes['item']}
            onClick={() => {
              setOpen(false)
              onPick()
            }}
          >
            <Sign size={20} stroke={1.75} aria-hidden="true" />
            <span>
              <span className="strong">{name}</span>
              {note && <span className="small muted num">{note}</span>}
            </span>
          </button>
        ))}
      </DropPanel>
    </div>
  )
}
