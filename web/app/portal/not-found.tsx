import { portalPaths } from '../../routing/portal-paths.ts'
import { useTexts } from '../../languages/index.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { Empty } from '../../ui/states/index.ts'

/** An address that the portal does not have. */
export function NotFound() {
  const t = useTexts()
  return (
    <BareFrame title="Narthex">
      <title>{`${t('app.notFound.title')} · Narthex`}</title>
      <h1 className="vh">{t('app.notFound.title')}</h1>
      <Empty
        picture="lens"
        title={t('app.notFound.title')}
        action={
          <ButtonLink to={portalPaths.home} kind="primary">
            {t('portal.shell.toHome')}
          </ButtonLink>
        }
      >
        {t('app.notFound.text')}
      </Empty>
    </BareFrame>
  )
}
