import { Navigate } from '@tanstack/react-router'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Art } from '../../ui/states/index.ts'
import { GateFrame } from './gate-frame.tsx'
import classes from './gate.module.css'
import { SignOutCorner, WaysOut } from './ways-out.tsx'

export function OverCapacityPage() {
  const { church, gate } = useSession()
  const t = useTexts()
  const format = useFormat()
  if (gate === 'open') return <Navigate to={paths.dashboard} replace />
  const [people, size] = [format.number(church.people), format.number(church.membershipSize)]
  return (
    <GateFrame
      church={church.name}
      corner={<SignOutCorner />}
      art={<Art picture="crowd" large />}
      title={t('app.gate.capacityTitle')}
      text={t('app.gate.capacityText', { people, size })}
    >
      <WaysOut />
      <p className={classes['aside']}>{t('app.gate.capacityAdvice')}</p>
    </GateFrame>
  )
}
