import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Art } from '../../ui/states/index.ts'
import { GateFrame } from './gate-frame.tsx'

export function NotFoundPage() {
  const t = useTexts()
  return (
    <GateFrame title={t('app.notFound.title')} text={t('app.notFound.text')} art={<Art picture="lens" large />}>
      <ButtonLink to={paths.dashboard} kind="primary">
        {t('app.notFound.home')}
      </ButtonLink>
    </GateFrame>
  )
}
