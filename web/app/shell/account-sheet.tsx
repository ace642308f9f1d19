import { Link, useLocation } from '@tanstack/react-router'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { AccountLinks, type Me } from './account-menu.tsx'
import classes from './account.module.css'
import { isHere, type Place } from './places.ts'
import { ShellPreferences } from './preferences.tsx'

type SheetProps = { me: Me; places: readonly Place[]; open: boolean; onClose: () => void }

/** What phones have behind "More": the other places, who is signed in, appearance, language, the way out. */
export function AccountSheet({ me, places, open, onClose }: SheetProps) {
  const t = useTexts()
  const { pathname } = useLocation()
  return (
    <Dialog open={open} onClose={onClose} title={t('ui.shell.more')}>
      {places.length > 0 && (
        <nav className={classes['places']} aria-label={t('ui.shell.more')}>
          {places.map((place) => {
            const { icon: Icon } = place
            return (
              <Link
                key={place.path}
                to={place.path}
                aria-current={isHere(place, pathname) ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                {t(place.label)}
              </Link>
            )
          })}
        </nav>
      )}
      <div className="row">
        <Face firstName={me.firstName} lastName={me.lastName} size="m" />
        <div className="grow">
          <div className="strong">{`${me.firstName} ${me.lastName}`.trim()}</div>
          <div className="small muted">{`${me.line}, ${me.email}`}</div>
        </div>
      </div>
      <AccountLinks me={me} onFollow={onClose} />
      <ShellPreferences />
      <Button block icon={IconLogout} onClick={() => void me.signOut()}>
        {t('ui.shell.logout')}
      </Button>
    </Dialog>
  )
}
