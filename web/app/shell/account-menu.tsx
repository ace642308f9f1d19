import { useId } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconLogout, IconUser } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import classes from './account.module.css'
import { ShellPreferences } from './preferences.tsx'

/** Who is signed in, as the shell shows it. */
export type Me = {
  firstName: string
  lastName: string
  email: string
  /** What one is here: owner, operator. */
  line: string
  /** Where one's own password and devices are. */
  accountPath: string
  signOut: () => Promise<void>
}

/**
 * Who is signed in, at the foot of the sidebar; opens language, appearance and the way out. A popover of the browser's
 * own: Escape and a press elsewhere close it, and the focus goes back.
 */
export function AccountMenu({ me: { firstName, lastName, email, line, accountPath, signOut } }: { me: Me }) {
  const t = useTexts()
  const id = useId()
  return (
    <div className={classes['foot']}>
      <button type="button" className={classes['me']} popoverTarget={id}>
        <Face firstName={firstName} lastName={lastName} />
        <span className={classes['who']}>
          <span className={classes['name']}>{`${firstName} ${lastName}`.trim()}</span>
          <span className={classes['role']}>{line}</span>
        </span>
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={t('ui.shell.account')} className={classes['panel']}>
        <div className="small muted clip">{email}</div>
        <AccountLink to={accountPath} />
        <ShellPreferences />
        <Button block icon={IconLogout} onClick={() => void signOut()}>
          {t('ui.shell.logout')}
        </Button>
      </div>
    </div>
  )
}

/** The way to one's own password, devices and second factor. */
export function AccountLink({ to, onFollow }: { to: string; onFollow?: () => void }) {
  const t = useTexts()
  return (
    <ButtonLink to={to} block icon={IconUser} onClick={onFollow}>
      {t('ui.shell.manage')}
    </ButtonLink>
  )
}
