import { Navigate } from '@tanstack/react-router'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Art } from '../../ui/states/index.ts'
import { ContactLine, GateFrame } from './gate-frame.tsx'
import classes from './gate.module.css'
import { SignOutCorner, WaysOut } from './ways-out.tsx'

export function OverCapacityPage() {
  const { church, gate } = useSession()
  const t = useTexts()
  const format = useFormat()
  const mayPay = useCan('billing.read')
  if (gate === 'open') return <Navigate to={paths.dashboard} replace />
  const size = format.number(church.membershipSize)
  return (
    <GateFrame
      church={church.name}
      corner={<SignOutCorner />}
      art={<Art picture="crowd" large />}
      title={t('app.gate.capacityTitle')}
      text={t('app.gate.capacityText', { people: church.people, size })}
      foot={<ContactLine text="app.gate.chat" />}
    >
      <WaysOut />
      {mayPay && (
        <ButtonLink to={paths.subscribeWhileGated} kind="primary" size="lg" block>
          {t('app.gate.subscribe')}
        </ButtonLink>
      )}
      <p className={classes['aside']}>{t('app.gate.capacityAdvice')}</p>
    </GateFrame>
  )
}
