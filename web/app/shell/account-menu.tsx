import { useId } from 'react'
import type { Session } from '#contract/identity/session.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { useSignOut } from '../sign-out.ts'
import classes from './account.module.css'
import { Preferences } from './preferences.tsx'

/**
 * Who is signed in, at the foot of the sidebar; opens language, appearance and the way out. A popover of the browser's
 * own: Escape and a press elsewhere close it, and the focus goes back.
 */
export function AccountMenu({ session }: { session: Session }) {
  const t = useTexts()
  const signOut = useSignOut()
  const id = useId()
  const { firstName, lastName, email, roles } = session.person
  return (
    <div className={classes['foot']}>
      <button type="button" className={classes['me']} popoverTarget={id}>
        <Face firstName={firstName} lastName={lastName} />
        <span className={classes['who']}>
          <span className={classes['name']}>{`${firstName} ${lastName}`}</span>
          <span className={classes['role']}>{roles.join(', ')}</span>
        </span>
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={t('app.account.title')} className={classes['panel']}>
        <div className="small muted clip">{email}</div>
        <Preferences />
        <Button block icon={IconLogout} onClick={() => void signOut()}>
          {t('app.account.logout')}
        </Button>
      </div>
    </div>
  )
}
