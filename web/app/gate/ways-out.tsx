import { Link } from '@tanstack/react-router'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconChevronRight, IconLogout, IconMessage } from '../../ui/icons.ts'
import { useHasPage } from '../pages.ts'
import { useSignOut } from '../sign-out.ts'
import classes from './gate.module.css'

/** What a church can still do while its gate is shut. */
export function WaysOut() {
  const t = useTexts()
  const hasPage = useHasPage()
  const mayUse = useCan('messages.send') && hasPage(paths.sendSmsWhileGated)
  if (!mayUse) return null
  return (
    <div className={classes['still']}>
      <h2>{t('app.gate.stillTitle')}</h2>
      <ul className={classes['can']}>
        <li>
          <Link to={paths.sendSmsWhileGated}>
            <IconMessage size={20} stroke={1.75} aria-hidden="true" />
            <span>
              <b>{t('app.gate.sendSms')}</b>
              <span className="muted">{t('app.gate.sendSmsText')}</span>
            </span>
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        </li>
      </ul>
    </div>
  )
}

export function SignOutCorner() {
  const signOut = useSignOut()
  const t = useTexts()
  return (
    <Button kind="quiet" icon={IconLogout} onClick={() => void signOut()}>
      {t('app.account.logout')}
    </Button>
  )
}
