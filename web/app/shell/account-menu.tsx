import { useId } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconBellRinging, IconLogout, IconQuestionMark, IconUser } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import drop from '../../ui/surfaces/drop.module.css'
import classes from './account.module.css'
import { Preferences } from '../../ui/preferences/preferences.tsx'

const words = {
  title: 'ui.shell.appearance',
  system: 'ui.shell.system',
  light: 'ui.shell.light',
  dark: 'ui.shell.dark',
} as const

export const ShellPreferences = () => <Preferences words={words} />

/** Who is signed in, as the shell shows it. */
export type Me = {
  firstName: string
  lastName: string
  email: string
  /** What one is here: owner, operator. */
  line: string
  /** Where one's own password and devices are. */
  accountPath: string
  /** Where one chooses what one is told of; the desk has none. */
  notificationsPath?: string
  /** Where help is; the desk has none. */
  helpPath?: string
  signOut: () => Promise<void>
}

/**
 * Who is signed in, at the foot of the sidebar; opens language, appearance and the way out. A popover of the browser's
 * own: Escape and a press elsewhere close it, and the focus goes back.
 */
export function AccountMenu({ me }: { me: Me }) {
  const t = useTexts()
  const id = useId()
  const { firstName, lastName, email, line, signOut } = me
  return (
    <div className={classes['foot']}>
      <button type="button" className={classes['me']} popoverTarget={id}>
        <Face firstName={firstName} lastName={lastName} />
        <span className={classes['who']}>
          <span className={classes['name']}>{`${firstName} ${lastName}`.trim()}</span>
          <span className={classes['role']}>{line}</span>
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('ui.shell.account')}
        className={`${drop['drop']} ${classes['panel']}`}
      >
        <div className="small muted clip">{email}</div>
        <AccountLinks me={me} />
        <ShellPreferences />
        <Button block icon={IconLogout} onClick={() => void signOut()}>
          {t('ui.shell.logout')}
        </Button>
      </div>
    </div>
  )
}

/** The ways to one's own password, devices and second factor, and to help. */
export function AccountLinks({
  me: { accountPath, notificationsPath, helpPath },
  onFollow,
}: {
  me: Me
  onFollow?: () => void
}) {
  const t = useTexts()
  return (
    <>
      <ButtonLink to={accountPath} block icon={IconUser} onClick={onFollow}>
        {t('ui.shell.manage')}
      </ButtonLink>
      {notificationsPath && (
        <ButtonLink to={notificationsPath} block icon={IconBellRinging} onClick={onFollow}>
          {t('ui.shell.notifications')}
        </ButtonLink>
      )}
      {helpPath && (
        <ButtonLink to={helpPath} block icon={IconQuestionMark} onClick={onFollow}>
          {t('ui.shell.help')}
        </ButtonLink>
      )}
    </>
  )
}
