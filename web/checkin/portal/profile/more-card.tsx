import { useTexts } from '../../../lib/languages/index.ts'
import { portalPaths } from '../../../lib/portal-paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconHistory, IconLogout } from '../../../ui/icons.ts'
import { Preferences } from '../../../ui/preferences/preferences.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { useSignOut } from './use-sign-out.ts'

const words = {
  title: 'portal.profile.appearance',
  system: 'portal.profile.system',
  light: 'portal.profile.light',
  dark: 'portal.profile.dark',
} as const

/** Attendance, language, appearance, the way out. */
export function MoreCard() {
  const t = useTexts()
  const { isBusy, signOut } = useSignOut()
  return (
    <Card title={t('portal.profile.more')}>
      <div className="stack">
        <ButtonLink to={portalPaths.attendance} icon={IconHistory} block>
          {t('portal.profile.attendance')}
        </ButtonLink>
        <Preferences words={words} />
        <Button icon={IconLogout} block busy={isBusy} onClick={() => void signOut()}>
          {t('portal.profile.signOut')}
        </Button>
      </div>
    </Card>
  )
}
