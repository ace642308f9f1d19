import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconArrowLeft } from '../../ui/icons.ts'
import { Art } from '../../ui/states/index.ts'
import { useSignOut } from '../session/sign-out.ts'
import { ContactLine, GateFrame } from './gate-frame.tsx'
import classes from './gate.module.css'

export function UnauthorizedPage() {
  const { church } = useSession()
  const signOut = useSignOut()
  const t = useTexts()
  return (
    <GateFrame
      church={church.name}
      art={<Art picture="closed" large />}
      title={t('app.gate.unauthorizedTitle')}
      text={t('app.gate.unauthorizedText')}
      foot={<ContactLine text="app.gate.stuck" />}
    >
      <div className={classes['acts']}>
        <ButtonLink to={paths.dashboard} kind="primary" icon={IconArrowLeft}>
          {t('app.gate.goBack')}
        </ButtonLink>
        <Button onClick={() => void signOut()}>{t('ui.shell.logout')}</Button>
      </div>
    </GateFrame>
  )
}
