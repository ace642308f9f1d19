import type { Session } from '#contract/identity/session.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { useSignOut } from '../sign-out.ts'
import { Preferences } from './preferences.tsx'

/** What phones have behind "More": who is signed in, appearance, language, the way out. */
export function AccountSheet({ session, open, onClose }: { session: Session; open: boolean; onClose: () => void }) {
  const t = useTexts()
  const signOut = useSignOut()
  const { firstName, lastName, email, roles } = session.person
  return (
    <Dialog open={open} onClose={onClose} title={t('app.nav.more')}>
      <div className="row">
        <Face firstName={firstName} lastName={lastName} size="m" />
        <div className="grow">
          <div className="strong">{`${firstName} ${lastName}`}</div>
          <div className="small muted">{[...roles, email].join(', ')}</div>
        </div>
      </div>
      <Preferences />
      <Button block icon={IconLogout} onClick={() => void signOut()}>
        {t('app.account.logout')}
      </Button>
    </Dialog>
  )
}
