import { Navigate } from '@tanstack/react-router'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Art } from '../../ui/states/index.ts'
import { ContactLine, GateFrame } from './gate-frame.tsx'
import { SignOutCorner, WaysOut } from './ways-out.tsx'

export function ExpiredPage() {
  const { church, gate } = useSession()
  const t = useTexts()
  if (gate === 'open') return <Navigate to={paths.dashboard} replace />
  return (
    <GateFrame
      church={church.name}
      corner={<SignOutCorner />}
      art={<Art picture="hourglass" large />}
      title={t('app.gate.expiredTitle')}
      text={t('app.gate.expiredText')}
      foot={<ContactLine text="app.gate.needHelp" />}
    >
      <WaysOut />
    </GateFrame>
  )
}
