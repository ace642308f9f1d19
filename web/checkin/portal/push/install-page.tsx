import { portalPaths } from '../../../routing/portal-paths.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import '../../../languages/notified.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import classes from './push.module.css'

const steps: readonly TextId[] = ['portal.push.step1', 'portal.push.step2', 'portal.push.step3', 'portal.push.step4']

/** For iPhones, which show notifications of what stands on the home screen only: how it comes there. */
export function InstallPage() {
  const t = useTexts()
  return (
    <>
      <PageHeader
        title={t('portal.push.installTitle')}
        back={{ to: portalPaths.profile, label: t('portal.push.backToProfile') }}
      >
        {t('portal.push.installText')}
      </PageHeader>
      <Card>
        <ol className={classes['steps']}>
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        <p className="muted small">{t('portal.push.installVersion')}</p>
      </Card>
    </>
  )
}
